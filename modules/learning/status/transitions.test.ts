import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../platform/testing/database.ts'
import { courseFixture } from '../../../tests/fixtures/learning/course.ts'
import { changeStatus } from './change-status.ts'
import { isComplete, isOpen, type StudentCourseStatus, status } from './course-status.shared.ts'
import { mayBecome, transitions } from './transitions.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
let student_course_id: number
const all = Object.values(status)

beforeAll(async () => {
  course = await courseFixture({ db, app })
  student_course_id = await course.enrolled(await course.person())
})

const put = (at: StudentCourseStatus) =>
  db.read`update learning.student_course set lk_student_course_status_id = ${at} where student_course_id = ${student_course_id}`
const move = (to: StudentCourseStatus) =>
  course.ctx({ kind: 'system', name: 'test' }).tx((ctx) => changeStatus(ctx, student_course_id, to))

test('of all moves from one status to another exactly those of the table are done; the rest change nothing', async () => {
  for (const from of all) {
    for (const to of all.filter((other) => other !== from)) {
      await put(from)
      const done = await move(to).then(
        () => true,
        (error) => (error.kind?.status === 409 ? false : Promise.reject(error)),
      )
      expect(`${from} -> ${to}: ${done}`).toBe(`${from} -> ${to}: ${mayBecome(from, to)}`)
      const [now] = await db.read<{ at: number }>`
        select lk_student_course_status_id as at from learning.student_course where student_course_id = ${student_course_id}`
      expect(now!.at).toBe(done ? to : from)
    }
  }
}, 30_000)

test('a course that is refunded stays so, and one that was passed is never taken again', () => {
  expect(transitions[status.refunded]).toEqual([])
  const passed = all.filter(isComplete)
  for (const from of passed) {
    for (const to of transitions[from]) expect(isOpen(to) || to === status.failed).toBe(false)
  }
})

test('every status but refunded has a way out, and every one but the two unpaid ones a way in', () => {
  const reached = new Set(all.flatMap((from) => transitions[from]))
  expect(all.filter((one) => transitions[one].length === 0)).toEqual([status.refunded])
  expect(all.filter((one) => !reached.has(one))).toEqual([status.notPaid])
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
    select from_status_id, to_status_id, actor_user_id from learning.student_course_status_change
    where student_course_id = ${student_course_id} order by student_course_status_change_id desc limit 1`
  expect(last).toEqual({ from_status_id: 4, to_status_id: 9, actor_user_id: null })
})

test('of two concurrent changes, the second is checked against the result of the first', async () => {
  await put(status.inProgress)
  const outcomes = await Promise.allSettled([move(status.refunded), move(status.passed)])
  const [now] = await db.read<{ at: number }>`
    select lk_student_course_status_id as at from learning.student_course where student_course_id = ${student_course_id}`
  // Refunded first refuses passing; passed first may still be refunded.
  expect(now!.at).toBe(status.refunded)
  expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
})
