import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/ctx.ts'
import { testDatabase } from '../../../platform/testing/database.ts'
import { courseFixture, parts } from '../course.fixture.ts'
import { type Move, moveLease } from '../seat-time/move-lease.sql.ts'
import { updateStudentProgressTime } from '../seat-time/update-student-progress-time.ts'
import { changeStatus } from '../status/change-status.ts'
import { status } from '../status/transitions.ts'
import { lockStudentCourse } from '../student-course.sql.ts'
import { fetchCourseByStudentCourseId } from './fetch-course-by-student-course-id.ts'
import { getComponent } from './get-component.ts'
import { openComponent } from './open-component.ts'
import { readOpening } from './read-opening.sql.ts'
import { reopen } from './reopen.ts'

const { db, app } = await testDatabase()
let fixture: Awaited<ReturnType<typeof courseFixture>>
let user_id: number
let course: number
let student: Ctx

beforeAll(async () => {
  fixture = await courseFixture({ db, app })
})
beforeEach(async () => {
  user_id = await fixture.person()
  course = await fixture.enrolled(user_id)
  student = fixture.student(user_id)
})

async function open(student_course_id = course, by = student) {
  const opened = await openComponent(by, student_course_id, parts.first)
  if (opened.redirect !== null) throw new Error(`led to ${opened.redirect}`)
  return opened.seat!
}

type Held = { student_progress_id: number; lease_id: string }

const beat = ({ student_progress_id, lease_id }: Held, sequence: number) =>
  updateStudentProgressTime.run(student, { student_progress_id, lease_id, sequence, interacted_ms_ago: 0 })

async function stay(seat: Held, beats: number) {
  for (let sequence = 1; sequence <= beats; sequence++) {
    await fixture.move(10)
    await beat(seat, sequence)
  }
}

const ranges = (of = course) => db.read<{ seconds: number; lease_id: string }>`
  select floor(extract(epoch from to_at - from_at))::int as seconds, lease_id from learning.seat_range
  where student_course_id = ${of} order by from_at`

const lease = async () => {
  const [row] =
    await db.read`select *, (base_ms / 1000)::int as base_s from learning.seat_lease where user_id = ${user_id}`
  return row!
}

test('a lesson opened again shows and keeps what was earned, and the old lease earns no more', async () => {
  const first = await open()
  await stay(first, 2)
  const again = await reopen(student, course, parts.first)
  expect(again!.seat).toMatchObject({ time_spent: 20, idle_minutes: 5, required_seconds: 60 })
  expect(await ranges()).toEqual([{ seconds: 20, lease_id: first.lease_id }])
  expect(await lease()).toMatchObject({ lease_id: again!.seat!.lease_id, base_s: 20, sequence: 0 })
  await expect(beat(first, 3)).rejects.toMatchObject({ kind: { status: 409 } })
  await stay(again!.seat!, 1)
  expect((await open()).time_spent).toBe(30)
})

test('a lesson of another course takes the lease along and leaves the first what it has earned', async () => {
  const other = await fixture.enrolled(user_id)
  await open(other)
  await stay(await open(), 2)
  const moved = await reopen(student, other, parts.first)
  expect(moved!.seat!.time_spent).toBe(0)
  expect(await ranges()).toMatchObject([{ seconds: 20 }])
  expect(await lease()).toMatchObject({ student_course_id: other, base_s: 0 })
  const [kept] = await db.read<{ s: number }>`
    select (credited_ms / 1000)::int as s from learning.student_progress where student_course_id = ${course}`
  expect(kept!.s).toBe(20)
})

test('what has still to begin goes the longer way: the course, a first opening, a break, a video', async () => {
  await open()
  await db.read`update learning.student_course set started_at = null where student_course_id = ${course}`
  expect(await reopen(student, course, parts.first)).toBeNull()
  expect(await reopen(student, course, parts.second)).toBeNull()
  await db.read`update learning.student_progress set completed_at = platform.now() where student_course_id = ${course}`
  expect(await reopen(student, course, parts.second)).toBeNull()
})

test('the calls open again what was opened before without a transaction, as the page does', async () => {
  const { lease_id } = await open()
  const refuse = () => Promise.reject(new Error('a transaction'))
  const alone = Object.create(student, { tx: { value: refuse } }) as Ctx
  const ids = { studentCourseId: course, componentId: parts.first }
  const one = await getComponent.run(alone, ids)
  expect(one.component).toMatchObject({ component_id: parts.first })
  const whole = await fetchCourseByStudentCourseId.run(alone, ids)
  expect(whole.component).toMatchObject({ component_id: parts.first, lease_id: (await lease()).lease_id })
  expect(new Set([lease_id, one.component!.lease_id, whole.component!.lease_id]).size).toBe(3)
  await expect(getComponent.run(alone, { ...ids, componentId: parts.second })).rejects.toThrow('a transaction')
})

test("another student's course is not opened", async () => {
  await open()
  const other = await fixture.person()
  expect(await reopen(fixture.student(other), course, parts.first)).toBeNull()
})

/** The move that an opening would make now. */
async function decided(): Promise<Move> {
  const read = (await readOpening(student.sql, { user_id, student_course_id: course, component_id: parts.first }))!
  const { student_progress_id, spent_ms } = read.credited[0]!
  const seat = { user_id, student_course_id: course, component_id: parts.first, student_progress_id }
  const had = { seen: read.lease, course_xmin: read.course_xmin, credited_ms: spent_ms }
  return { ...seat, ...had, required_seconds: 60, idle_minutes: 5, lease_id: randomUUID() }
}

test('a course that was disabled meanwhile gets no lease', async () => {
  await open()
  const move = await decided()
  const staff = fixture.ctx({ kind: 'system', name: 'test' })
  await staff.tx((ctx) => changeStatus(ctx, course, status.disabled))
  expect(await moveLease(student.sql, move)).toBe(false)
  expect(await lease()).toMatchObject({ ended_because: 'status' })
})

test('a lease that went elsewhere or into the ledger meanwhile is let alone', async () => {
  const seat = await open()
  await stay(seat, 1)
  const [one, two] = [await decided(), await decided()]
  expect(await moveLease(student.sql, one)).toBe(true)
  expect(await moveLease(student.sql, two)).toBe(false)
  const three = await decided()
  await stay({ ...seat, lease_id: one.lease_id }, 1)
  await fixture.move(100)
  // A gap: what came before it goes into the ledger.
  await beat({ ...seat, lease_id: one.lease_id }, 2)
  expect(await moveLease(student.sql, three)).toBe(false)
})

test('nobody waits for a course that somebody changes', async () => {
  await open()
  const move = await decided()
  await student.tx(async (ctx) => {
    await lockStudentCourse(ctx, course)
    expect(await moveLease(student.sql, move)).toBe(false)
  })
})

test('many windows at once: one lease is live and no second is in the ledger twice', async () => {
  await stay(await open(), 2)
  const seats = await Promise.all(Array.from({ length: 6 }, () => open()))
  expect(await ranges()).toMatchObject([{ seconds: 20 }])
  expect(seats.map(({ lease_id }) => lease_id)).toContain((await lease()).lease_id)
  expect((await lease()).base_s).toBe(20)
})

test('students who open their lessons together get their own seats', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => fixture.person()))
  const courses: number[] = []
  for (const one of people) courses.push(await fixture.enrolled(one))
  const openAll = () => Promise.all(people.map((one, index) => open(courses[index]!, fixture.student(one))))
  const first = await openAll()
  const again = await openAll()
  expect(again.map((seat) => seat.student_progress_id)).toEqual(first.map((seat) => seat.student_progress_id))
  const rows = await db.read<{ user_id: number; lease_id: string; student_course_id: number }>`
    select user_id, lease_id, student_course_id from learning.seat_lease
    where user_id = any(${db.read.array(people)}::int[])`
  const expected = people.map((one, i) => ({
    user_id: one,
    lease_id: again[i]!.lease_id,
    student_course_id: courses[i],
  }))
  expect(rows.sort((one, other) => people.indexOf(one.user_id) - people.indexOf(other.user_id))).toEqual(expected)
})
