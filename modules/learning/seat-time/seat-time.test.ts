import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { acquireLease, endLease } from '#modules/learning/leases/acquire-lease.ts'
import { getComponent } from '#modules/learning/player/get-component.ts'
import { openProgress, selectTotalTime } from '#modules/learning/progress/progress.sql.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts, studentActor } from '#tests/fixtures/learning/course.ts'
import { updateStudentCourseTotalTime } from './update-student-course-total-time.ts'
import { updateStudentProgressTime } from './update-student-progress-time.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
let user_id: number
let student_course_id: number
let student: Ctx

beforeAll(async () => {
  course = await courseFixture({ db, app })
})
beforeEach(async () => {
  user_id = await course.person()
  student_course_id = await course.enrolled(user_id)
  student = course.student(user_id)
})

type Open = { lease_id: string; student_progress_id: number }

/** Opens a component like the operation: a progress row and a new lease. */
const open = (component_id: number = parts.first, in_course = student_course_id): Promise<Open> =>
  student.tx((ctx) => openIn(ctx, component_id, in_course))

async function openIn(ctx: Ctx, component_id: number, in_course = student_course_id): Promise<Open> {
  const openedCourse = { student_course_id: in_course, organization_id: 1, component_id }
  const { student_progress_id } = await openProgress(ctx, { ...openedCourse, is_break: false })
  const seat = { ...openedCourse, user_id, student_progress_id, required_seconds: 60, idle_minutes: 5 }
  return { ...(await acquireLease(ctx, seat)), student_progress_id }
}

const beat = (lease: Partial<Open>, sequence: number, overrides: object = {}) =>
  updateStudentProgressTime.run(course.student(user_id), { student_progress_id: 0, ...lease, sequence, ...overrides })

const total = async (courseId = student_course_id) =>
  (await updateStudentCourseTotalTime.run(course.student(user_id), { studentCourseId: courseId })).time_spent

async function sendBeats(lease: Open, sequences: number[], seconds = 10) {
  for (const sequence of sequences) {
    await course.move(seconds)
    await beat(lease, sequence)
  }
}

test('a heartbeat every ten seconds credits the elapsed time', async () => {
  const seat = await open()
  await sendBeats(seat, [1, 2])
  await course.move(10)
  const result = await beat(seat, 3)
  expect(result).toMatchObject({ time_spent: 30, required_seconds: 60, remaining_seconds: 30, inactive: false })
  expect(await total()).toBe(30)
})

test('a heartbeat credits at most twenty seconds, however long after the last one', async () => {
  const seat = await open()
  await sendBeats(seat, [1])
  await course.move(200)
  expect((await beat(seat, 2)).time_spent).toBe(30)
  await course.move(10)
  expect((await beat(seat, 3)).time_spent).toBe(40)
  expect(await total()).toBe(40)
})

test('heartbeats delayed offline and sent together credit twenty seconds in all', async () => {
  const seat = await open()
  await course.move(300 - 10)
  for (const sequence of [1, 2, 3, 4, 5, 6, 7, 8]) await beat(seat, sequence)
  expect(await total()).toBe(20)
})

test('time claimed by the client adds nothing', async () => {
  const seat = await open()
  const result = await beat(seat, 1, { time_spent: 99_999, completed_ind: 1 })
  expect(result.time_spent).toBe(0)
  const claim = await updateStudentCourseTotalTime.run(student, { studentCourseId: student_course_id, time: 99_999 })
  expect(claim.time_spent).toBe(0)
  const [row] =
    await db.read`select completed_at from learning.student_progress where student_course_id = ${student_course_id}`
  expect(row).toEqual({ completed_at: null })
})

test('a repeated, late or reordered heartbeat credits nothing more', async () => {
  const seat = await open()
  await sendBeats(seat, [5])
  await course.move(10)
  expect((await beat(seat, 5)).time_spent).toBe(10)
  expect((await beat(seat, 4)).time_spent).toBe(10)
  expect((await beat(seat, 6)).time_spent).toBe(20)
})

test('a second window takes over: the first is refused and earns nothing', async () => {
  const first = await open()
  await sendBeats(first, [1])
  const second = await open()
  await course.move(10)
  await expect(beat(first, 2)).rejects.toMatchObject({ kind: { code: 'ACTIVE_ELSEWHERE', status: 409 } })
  expect((await beat(second, 1)).time_spent).toBe(20)
})

test('a beat of another session is refused in a course with checks and earns nothing, also late or out of order', async () => {
  const { session_id } = student.actor as { session_id: number }
  const openSeat = (session: number) =>
    student.tx(async (ctx) => {
      const openedCourse = { student_course_id, organization_id: 1, component_id: parts.first }
      const { student_progress_id } = await openProgress(ctx, { ...openedCourse, is_break: false })
      const check = { left_ms: null, session_id: session }
      const seat = { ...openedCourse, user_id, student_progress_id, required_seconds: 60, idle_minutes: null, check }
      return { ...(await acquireLease(ctx, seat)), student_progress_id }
    })
  const other = await openSeat(session_id + 1)
  for (const seconds of [10, 30]) {
    await course.move(seconds)
    await expect(beat(other, 1)).rejects.toMatchObject({ kind: { code: 'ACTIVE_ELSEWHERE' } })
  }
  const seat = await openSeat(session_id)
  await sendBeats(seat, [1])
  expect((await beat(seat, 1)).time_spent).toBe(10)
})

test.each([
  ['disabled', 'payment'],
  ['refunded', 'payment'],
  ['expired', 'system'],
  ['failed', 'system'],
] as const)(
  "a course that becomes %s ends its lease, and leaves the lease of the same student's other course running",
  async (name, by) => {
    const other = await course.enrolled(user_id)
    const seat = await open()
    await sendBeats(seat, [1])
    const selectEndReason = async () => {
      const [row] = await db.read<{ ended_because: string | null }>`
        select ended_because from learning.seat_lease where user_id = ${user_id}`
      return row!.ended_because
    }
    await student.tx((ctx) => changeStatus(ctx, other, status[name], by))
    expect(await selectEndReason()).toBeNull()
    await course.move(10)
    expect((await beat(seat, 2)).time_spent).toBe(20)
    await student.tx((ctx) => changeStatus(ctx, student_course_id, status[name], by))
    expect(await selectEndReason()).toBe('status')
  },
)

test('a transaction that takes over the lease credits no second twice, before or after it ends', async () => {
  await sendBeats(await open(), [1, 2])
  const during = await student.tx(async (ctx) => {
    await openIn(ctx, parts.second)
    return selectTotalTime(ctx, student_course_id)
  })
  expect([during, await total()]).toEqual([20, 20])
})

test('a student cannot earn time in two courses at once', async () => {
  const other_course = await course.enrolled(user_id)
  const first = await open(parts.first)
  const otherSeat = await open(parts.first, other_course)
  for (const sequence of [1, 2, 3]) {
    await course.move(10)
    await beat(otherSeat, sequence)
    await expect(beat(first, sequence)).rejects.toMatchObject({ kind: { status: 409 } })
  }
  expect([await total(), await total(other_course)]).toEqual([0, 30])
})

test('parallel heartbeats of two leases credit the running one once', async () => {
  const oldOpen = await open()
  const live = await open()
  await course.move(15)
  const beats = Array.from({ length: 10 }, (_, n) => [beat(oldOpen, n + 1), beat(live, n + 1)]).flat()
  const results = await Promise.allSettled(beats)
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
  expect(await total()).toBe(15)
})

test('windows that compete for the lease by reopening the page earn nothing twice', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = await Promise.all([open(), open()])
    await course.move(10)
    await Promise.allSettled([beat(a, 1), beat(b, 1)])
  }
  expect(await total()).toBe(50)
})

test("a client with only the contract's fields is credited by the same clock", async () => {
  const { student_progress_id } = await open()
  for (let n = 0; n < 3; n += 1) {
    await course.move(10)
    await updateStudentProgressTime.run(student, { student_progress_id, time_spent: 10, completed_ind: 0 })
  }
  expect(await total()).toBe(30)
})

test("nothing more is credited after the course's idle limit, and the session ends", async () => {
  const seat = await open()
  for (let n = 1; n <= 30; n += 1) {
    await course.move(10)
    await beat(seat, n, { interacted_ms_ago: n * 10_000 })
  }
  expect(await total()).toBe(300)
  await course.move(10)
  const result = await beat(seat, 31, { interacted_ms_ago: 310_000 })
  expect(result).toMatchObject({ inactive: true, time_spent: 300, redirect: '/login?logout=true&inactive=true' })
  await course.move(10)
  expect((await beat(seat, 32, { interacted_ms_ago: 0 })).time_spent).toBe(300)
})

test('a disabled course no longer credits time', async () => {
  const seat = await open()
  await sendBeats(seat, [1])
  await student.tx((ctx) => changeStatus(ctx, student_course_id, status.disabled, 'system'))
  await course.move(10)
  // The page is redirected to the reason.
  await expect(beat(seat, 2)).rejects.toMatchObject({
    kind: { status: 409 },
    answer: { redirect: `/course/${student_course_id}` },
  })
  expect(await total()).toBe(10)
})

test('staff viewing as the student credit nothing', async () => {
  const seat = await open()
  const staff = course.ctx({ ...studentActor(user_id), viewed_by: 1 })
  await course.move(10)
  await expect(updateStudentProgressTime.run(staff, { ...seat, sequence: 1 })).rejects.toMatchObject({
    kind: { status: 403 },
  })
  expect(await total()).toBe(0)
})

test("another student's time is inaccessible, in the same or another organization", async () => {
  const seat = await open()
  const stranger = course.student(await course.person())
  const outsider = course.student(await course.person(2), 2)
  for (const other of [stranger, outsider]) {
    const call = updateStudentProgressTime.run(other, { ...seat, sequence: 1 })
    await expect(call).rejects.toMatchObject({ kind: { status: 404 } })
    const sum = updateStudentCourseTotalTime.run(other, { studentCourseId: student_course_id })
    await expect(sum).rejects.toMatchObject({ kind: { status: 404 } })
  }
  const visitor = course.ctx({ kind: 'anonymous' })
  await expect(updateStudentProgressTime.run(visitor, seat)).rejects.toMatchObject({ kind: { status: 401 } })
})

test('refuses a heartbeat with a malformed or foreign lease', async () => {
  const seat = await open()
  await expect(beat({ ...seat, lease_id: 'x' }, 1)).rejects.toMatchObject({ kind: { status: 400 } })
  await expect(beat({ ...seat, lease_id: randomUUID() }, 1)).rejects.toMatchObject({ kind: { status: 409 } })
  await expect(beat(seat, 1, { surprise: 1 })).rejects.toMatchObject({ kind: { status: 400 } })
})

test('the ledger stores every credited range, refuses an overlap, and cannot be rewritten', async () => {
  const seat = await open()
  await sendBeats(seat, [1, 2])
  await course.move(100)
  await beat(seat, 3)
  await student.tx((ctx) => endLease(ctx, user_id, 'left'))
  const ranges = await db.read<{ seconds: number }>`
    select extract(epoch from to_at - from_at)::float8 as seconds from learning.seat_range
    where student_course_id = ${student_course_id} order by from_at`
  expect(ranges.map(({ seconds }) => Math.round(seconds))).toEqual([40])
  const copy = db.read`
    insert into learning.seat_range
      (organization_id, user_id, student_course_id, student_progress_id, component_id, lease_id, from_at, to_at, beats)
    select organization_id, user_id, student_course_id, student_progress_id, component_id, lease_id,
           from_at + interval '1 s', to_at + interval '1 s', beats
    from learning.seat_range where student_course_id = ${student_course_id}`
  await expect(copy).rejects.toMatchObject({ code: '23P01' })
  await expect(db.read`delete from learning.seat_range`).rejects.toThrow('append-only')
  expect(await total()).toBe(40)
})

test('reopening a component waits for a heartbeat in progress, and neither blocks the other', async () => {
  const component = await getComponent.run(student, { studentCourseId: student_course_id, componentId: parts.first })
  const { student_progress_id } = component.component!.studentProgress!
  let reopened: Promise<unknown> = Promise.resolve()
  // Locks like a late beat: first the lease, then the progress.
  await db.tx(async (sql) => {
    await sql`select 1 from learning.seat_lease where user_id = ${user_id} for update`
    reopened = getComponent.run(course.student(user_id), {
      studentCourseId: student_course_id,
      componentId: parts.first,
    })
    reopened.catch(() => {})
    await untilBlocked()
    await sql`update learning.student_progress set credited_ms = credited_ms + 0 where student_progress_id = ${student_progress_id}`
  })
  await expect(reopened).resolves.toMatchObject({ component: { component_id: parts.first } })
})

async function untilBlocked(): Promise<void> {
  for (;;) {
    const [blocked] = await db.read`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (blocked) return
  }
}

test("simultaneous heartbeats of several students are each credited without waiting for each other's locks", async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const id = await course.person()
      const studentCtx = course.student(id)
      const openedCourse = {
        student_course_id: await course.enrolled(id),
        organization_id: 1,
        component_id: parts.first,
      }
      const seat = await studentCtx.tx(async (ctx) => {
        const { student_progress_id } = await openProgress(ctx, { ...openedCourse, is_break: false })
        const lease = { ...openedCourse, user_id: id, student_progress_id, required_seconds: 60, idle_minutes: 5 }
        return { ...(await acquireLease(ctx, lease)), student_progress_id }
      })
      return { id, seat }
    }),
  )
  const [blocked, ...others] = people
  const send = ({ id, seat }: (typeof people)[number]) =>
    updateStudentProgressTime.run(course.student(id), { ...seat, sequence: 1 })
  await course.move(10)
  let waitingPromise = Promise.resolve<unknown>(null)
  await db.tx(async (sql) => {
    await sql`select from learning.seat_lease where user_id = ${blocked!.id} for update`
    const beats = [blocked!, ...others, blocked!].map(send)
    waitingPromise = Promise.allSettled([beats[0], beats.at(-1)])
    const results = await Promise.all(beats.slice(1, -1))
    expect(results.map(({ time_spent }) => time_spent)).toEqual(others.map(() => 10))
  })
  await waitingPromise
  const [lease] = await db.read`
    select sequence, ((base_ms + 1000 * extract(epoch from beat_at - from_at)) / 1000)::int as spent
    from learning.seat_lease where user_id = ${blocked!.id}`
  expect(lease).toEqual({ sequence: 1, spent: 10 })
})

test('every interval in the ledger states how it ended', async () => {
  const readEnds = async () => {
    const rows = await db.read<{ ended_because: string }>`
      select ended_because from learning.seat_range where user_id = ${user_id} order by from_at`
    return rows.map(({ ended_because }) => ended_because)
  }
  const first = await open()
  await sendBeats(first, [1, 2])
  const second = await open(parts.second)
  await sendBeats(second, [1])
  await course.move(100)
  await beat(second, 2)
  await sendBeats(second, [3])
  await course.move(100)
  const third = await open()
  await course.move(10)
  await beat(third, 1, { interacted_ms_ago: 10_000 })
  await course.move(310)
  await beat(third, 2, { interacted_ms_ago: 320_000 })
  await open(parts.second)
  await course.move(10)
  await student.tx((ctx) => endLease(ctx, user_id, 'left'))
  expect(await readEnds()).toEqual(['moved', 'silent', 'silent', 'idle'])
  const last = await open()
  await sendBeats(last, [1])
  await student.tx((ctx) => endLease(ctx, user_id, 'left'))
  const lease = await open()
  await sendBeats(lease, [1])
  await course
    .ctx({ kind: 'system', name: 'test' })
    .tx((ctx) => changeStatus(ctx, student_course_id, status.disabled, 'system'))
  expect(await readEnds()).toEqual(['moved', 'silent', 'silent', 'idle', 'left', 'status'])
})

test.each([600, 86_400])(
  'a heartbeat earns again after the clock was set back %i s, and nothing twice',
  async (step) => {
    const seat = await open()
    await sendBeats(seat, [1, 2])
    await course.move(step)
    // A brief forward step of the clock leaves the last beat in the future.
    expect((await beat(seat, 3)).time_spent).toBe(40)
    await course.move(10)
    expect((await beat(seat, 4)).time_spent).toBe(50)
    await course.move(-step)
    expect((await beat(seat, 5)).time_spent).toBe(50)
    await course.move(10)
    expect((await beat(seat, 6)).time_spent).toBe(60)
    await course.move(300)
    expect((await beat(seat, 7)).time_spent).toBe(80)
    const reopened = await open()
    await course.move(10)
    expect((await beat(reopened, 1)).time_spent).toBe(90)
    // Until the clock has passed the repeated hours.
    for (let sequence = 2; sequence < 80; sequence++) {
      await course.move(10)
      await beat(reopened, sequence)
    }
    await student.tx((ctx) => endLease(ctx, user_id, 'left'))
    expect(await total()).toBe(90 + 780)
  },
)

test('a new lease after the clock was set back earns from its start', async () => {
  const seat = await open()
  await sendBeats(seat, [1, 2])
  await course.move(-600)
  const laterOpen = await open()
  await course.move(10)
  expect((await beat(laterOpen, 1)).time_spent).toBe(30)
})

test("a step back within a heartbeat's twenty seconds is waited out", async () => {
  const seat = await open()
  await sendBeats(seat, [1, 2])
  await course.move(-15)
  expect((await beat(seat, 3)).time_spent).toBe(20)
  await course.move(20)
  expect((await beat(seat, 4)).time_spent).toBe(25)
})
