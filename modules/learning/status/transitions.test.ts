import { beforeAll, expect, test } from 'vitest'
import {
  isComplete,
  isOpen,
  type StudentCourseStatus,
  status,
} from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { changeReason, changerOf, changeStatus, undoDisabling } from './change-status.ts'
import { statusEvents } from './events.ts'
import { fixCourse } from './fix-course.ts'
import { type Changer, changers, mayBecome } from './transitions.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
let student_course_id: number
let student: number
let staff: number
const all = Object.values(status).toSorted((a, b) => a - b)

beforeAll(async () => {
  course = await courseFixture({ db, app })
  student = await course.person()
  staff = await course.person(1, 1)
  student_course_id = await course.enrolled(student)
})

/** Moves the course to this status; a disabled one was disabled by this changer. */
async function put(statusId: StudentCourseStatus, disabledBy: Changer = 'staff', reason_id: number | null = null) {
  await db.read`
    update learning.student_course
    set lk_student_course_status_id = ${statusId}, lk_student_course_status_reason_id = ${reason_id}
    where student_course_id = ${student_course_id}`
  if (statusId === status.disabled)
    await db.read`
      insert into learning.student_course_status_change
        (student_course_id, organization_id, from_status_id, to_status_id, changed_by)
      values (${student_course_id}, 1, ${status.inProgress}, ${statusId}, ${disabledBy})`
}

const ctxOf = (by: Changer) => {
  if (by === 'student') return course.student(student)
  return course.ctx(by === 'staff' ? actorOf(staff) : { kind: 'system', name: 'test' })
}
const actorOf = (user_id: number) =>
  ({
    kind: 'user',
    user_id,
    role: 'Admin',
    organization_id: 1,
    session_id: user_id,
    permissions: new Set<string>(),
    viewed_by: null,
  }) as const
const move = (to: StudentCourseStatus, by: Changer = 'system', ctx = ctxOf(by)) =>
  ctx.tx((inner) => changeStatus(inner, student_course_id, to, by))
const reasonOf = (lk_student_course_status_reason_id: number) => ({ lk_student_course_status_reason_id })
const isMoved = (movedPromise: Promise<unknown>) =>
  movedPromise.then(
    () => true,
    (error) => (error.kind?.status === 409 ? false : Promise.reject(error)),
  )
async function now() {
  const [row] = await db.read<{ at: StudentCourseStatus; reason_id: number | null }>`
    select lk_student_course_status_id as at, lk_student_course_status_reason_id as reason_id
    from learning.student_course where student_course_id = ${student_course_id}`
  return row!
}

/**
 * Every pair of statuses: a row per source, a column per target, with the initials of the allowed changers (T the
 * student, S staff, R the rules, A an agency, P a payment; several share a cell). Listed by hand, independently of the
 * code's table.
 */
const moves: Readonly<Record<StudentCourseStatus, Readonly<Record<number, string>>>> = {
  1: { 3: 'T', 4: 'TS', 9: 'SP', 10: 'R', 11: 'T', 12: 'T', 13: 'S', 16: 'P' },
  2: { 1: 'P', 9: 'SP' },
  3: { 4: 'TS', 9: 'SRP', 10: 'R', 12: 'T', 13: 'S', 16: 'P' },
  4: { 5: 'TSR', 6: 'R', 8: 'R', 9: 'SRP', 10: 'R', 13: 'SR', 15: 'S', 16: 'P', 21: 'R', 22: 'R' },
  5: { 4: 'SR', 6: 'R', 8: 'R', 9: 'SP', 13: 'SR', 15: 'S', 16: 'P', 21: 'R' },
  6: { 7: 'R', 16: 'P', 17: 'A', 18: 'S', 19: 'A' },
  7: { 16: 'P', 17: 'A', 18: 'S', 19: 'A' },
  8: { 4: 'SP', 9: 'SP', 16: 'P' },
  9: {
    ...Object.fromEntries([1, 5, 8, 9, 10, 11, 12, 13, 14, 15, 21].map((to) => [to, 'SP'])),
    3: 'SRP',
    4: 'SRP',
    16: 'P',
    22: 'SRP',
  },
  10: { 1: 'TSP', 3: 'TSP', 4: 'TSP', 9: 'SP', 11: 'TSP', 12: 'TSP', 16: 'P' },
  11: { 3: 'T', 9: 'SP', 10: 'R', 13: 'S', 16: 'P' },
  12: { 3: 'T', 4: 'TS', 9: 'SP', 10: 'R', 13: 'S', 16: 'P' },
  13: { 4: 'SR', 5: 'SR', 6: 'R', 8: 'R', 9: 'SP', 14: 'TS', 15: 'S', 16: 'P', 21: 'R' },
  14: { 4: 'SR', 5: 'SR', 6: 'R', 8: 'R', 9: 'SP', 13: 'SR', 15: 'S', 16: 'P', 21: 'R' },
  15: { 4: 'SR', 5: 'SR', 6: 'R', 8: 'R', 9: 'SP', 13: 'SR', 16: 'P', 21: 'R' },
  16: {},
  17: { 6: 'A', 7: 'A', 16: 'P' },
  18: { 16: 'P', 17: 'A', 19: 'A' },
  19: { 6: 'A', 7: 'A', 16: 'P' },
  20: { 1: 'P', 9: 'SP' },
  21: { 4: 'TSR', 5: 'TSR', 6: 'R', 8: 'R', 9: 'SP', 13: 'SR', 16: 'P' },
  22: { 4: 'S', 5: 'TSR', 6: 'R', 8: 'R', 9: 'SRP', 10: 'R', 13: 'SR', 15: 'S', 16: 'P', 21: 'R' },
}
const initials: Readonly<Record<Changer, string>> = { student: 'T', staff: 'S', system: 'R', agency: 'A', payment: 'P' }
const mayIn = (from: StudentCourseStatus, to: StudentCourseStatus, by: Changer) =>
  (moves[from][to] ?? '').includes(initials[by])

test('exactly the listed transitions are possible for each actor; all others change nothing', async () => {
  let count = 0
  const problems: string[] = []
  for (const from of all) {
    for (const by of changers) {
      await put(from, by)
      for (const to of all.filter((other) => other !== from)) {
        const didMove = await isMoved(move(to, by))
        const { at } = await now()
        if (didMove !== mayIn(from, to, by) || at !== (didMove ? to : from))
          problems.push(`${by}: ${from} -> ${to}, now ${at}`)
        if (didMove) await put(from, by)
        if (didMove) count += 1
      }
    }
  }
  expect(problems).toEqual([])
  expect(count).toBe(
    all.flatMap((from) => Object.entries(moves[from]).map(([to, by]) => (Number(to) === from ? '' : by))).join('')
      .length,
  )
}, 120_000)

test('a passed course is never retaken, and a refunded one stays refunded, for every actor', () => {
  for (const by of changers) {
    for (const to of all) {
      expect(mayBecome(status.refunded, to, by)).toBe(false)
      for (const from of all.filter(isComplete))
        if (mayBecome(from, to, by)) expect([isOpen(to), to === status.failed]).toEqual([false, false])
    }
  }
})

test('a course disabled by one actor can be reopened only by it or staff; a refund ends any', async () => {
  for (const disabledBy of changers) {
    for (const by of changers) {
      for (const to of [status.paidRegistered, status.fixed, status.refunded]) {
        await put(status.disabled, disabledBy, 7)
        const may = mayIn(status.disabled, to, by) && (by === disabledBy || by === 'staff' || to === status.refunded)
        expect(`${disabledBy}, ${by}: ${to} ${await isMoved(move(to, by))}`).toBe(`${disabledBy}, ${by}: ${to} ${may}`)
        expect(await now()).toEqual(may ? { at: to, reason_id: null } : { at: status.disabled, reason_id: 7 })
      }
    }
  }
})

test('students change only their own course, and staff never their own', async () => {
  await put(status.needsAttention)
  const other = course.student(await course.person())
  expect(await isMoved(move(status.fixed, 'student', other))).toBe(false)
  expect(await isMoved(move(status.fixed, 'student', ctxOf('system')))).toBe(false)
  expect(await isMoved(move(status.fixed, 'staff', ctxOf('system')))).toBe(false)
  expect(await isMoved(move(status.inReview, 'staff', course.student(student)))).toBe(false)
  expect((await now()).at).toBe(status.needsAttention)
  expect(await isMoved(move(status.fixed, 'student'))).toBe(true)
})

test('POST /course/fixed leaves only Needs Attention, and keeps the reason of a disabled course', async () => {
  const fix = () => isMoved(course.student(student).tx((ctx) => fixCourse.run(ctx, { student_course_id })))
  for (const from of all.filter((id) => id !== status.fixed)) {
    await put(from, 'staff', from === status.disabled ? 4 : null)
    const before = await now()
    expect(`${from} ${await fix()}`).toBe(`${from} ${from === status.needsAttention}`)
    expect(await now()).toEqual(from === status.needsAttention ? { at: status.fixed, reason_id: null } : before)
  }
})

test('staff and payments can disable a disabled course again; undoing that restores the first reason', async () => {
  await put(status.inProgress)
  const disable = (by: Changer, reason_id: number | null) =>
    ctxOf(by).tx((ctx) =>
      changeStatus(ctx, student_course_id, status.disabled, by, { lk_student_course_status_reason_id: reason_id }),
    )
  const changer = () =>
    ctxOf('system').tx(async (ctx) => changerOf(ctx, await lockStudentCourse(ctx, student_course_id)))
  const undo = () => ctxOf('payment').tx((ctx) => undoDisabling(ctx, student_course_id, 'payment', 'chargeback'))
  await disable('system', 7)
  await disable('payment', null)
  expect([await changer(), await now()]).toEqual(['payment', { at: status.disabled, reason_id: null }])
  expect(await isMoved(move(status.inProgress, 'system'))).toBe(false)
  expect(await undo()).toBe(true)
  expect([await changer(), await now()]).toEqual(['system', { at: status.disabled, reason_id: 7 }])
  expect(await undo()).toBe(false)
  await disable('payment', null)
  await disable('staff', 4)
  expect(await undo()).toBe(false)
  expect([await changer(), await now()]).toEqual(['staff', { at: status.disabled, reason_id: 4 }])
  expect(await isMoved(move(status.inProgress, 'staff'))).toBe(true)
  await disable('payment', null)
  expect(await undo()).toBe(true)
  expect(await now()).toEqual({ at: status.inProgress, reason_id: null })
})

test('every change is recorded with its actor and emitted once', async () => {
  await put(status.inProgress)
  course.facts.length = 0
  await move(status.disabled)
  await move(status.disabled)
  expect(course.facts).toEqual([
    { fact: 'learning.status_changed', data: { student_course_id, from: status.inProgress, to: status.disabled } },
  ])
  const [last] = await db.read`
    select from_status_id, to_status_id, actor_user_id, changed_by from learning.student_course_status_change
    where student_course_id = ${student_course_id} order by student_course_status_change_id desc limit 1`
  expect(last).toEqual({ from_status_id: 4, to_status_id: 9, actor_user_id: null, changed_by: 'system' })
})

test('a new reason for a disabled course is emitted, the same reason is not', async () => {
  await put(status.inProgress)
  const change = (run: (ctx: Parameters<typeof changeStatus>[0]) => Promise<unknown>, by: Changer) => ctxOf(by).tx(run)
  await change((ctx) => changeStatus(ctx, student_course_id, status.disabled, 'system', reasonOf(7)), 'system')
  await change((ctx) => changeStatus(ctx, student_course_id, status.disabled, 'payment'), 'payment')
  course.facts.length = 0
  await change((ctx) => undoDisabling(ctx, student_course_id, 'payment', 'chargeback'), 'payment')
  await change((ctx) => changeReason(ctx, student_course_id, 8), 'system')
  const sameReason = {
    fact: 'learning.status_changed',
    data: { student_course_id, from: status.disabled, to: status.disabled },
  }
  expect(course.facts).toEqual([sameReason, sameReason])
  await change((ctx) => changeReason(ctx, student_course_id, 8), 'system')
  expect(course.facts).toHaveLength(2)
})

test('the first change to a status that has its own fact adds no event, but a return to it does', async () => {
  const typesOf = async (from: StudentCourseStatus, to: StudentCourseStatus) =>
    (await statusEvents.find(db.read, { student_course_id, from, to })).map(({ kind }) => kind.type)
  expect(await typesOf(status.inProgress, status.passed)).toEqual([])
  expect(await typesOf(status.passed, status.certificateIssued)).toEqual([])
  for (const from of [status.completionError, status.completionErrorFlhsmv])
    for (const to of [status.passed, status.certificateIssued])
      expect(await typesOf(from, to)).toEqual(['enrollment.status_changed'])
})

test('the second of two simultaneous changes is checked against the result of the first', async () => {
  await put(status.inProgress)
  const outcomes = await Promise.allSettled([move(status.refunded, 'payment'), move(status.passed)])
  // If the refund comes first, passing is refused; a passed course may still be refunded.
  expect((await now()).at).toBe(status.refunded)
  expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
})
