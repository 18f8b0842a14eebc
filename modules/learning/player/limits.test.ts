import { beforeAll, beforeEach, expect, test } from 'vitest'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { complete } from './complete.ts'
import { getComponent } from './get-component.ts'
import { next } from './next.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
let user_id: number
let studentCourseId: number

beforeAll(async () => {
  // The registration may wait until the final exam.
  course = await courseFixture({ db, app }, { registration: { enabled: true, requiredBefore: false } })
})
beforeEach(async () => {
  user_id = await course.person()
  studentCourseId = await course.enrolled(user_id)
})

const studentCtx = (): Ctx => course.student(user_id)
const open = async (componentId: number) =>
  (await getComponent.run(studentCtx(), { studentCourseId, componentId })).component!
const leave = (componentId: number) => next.run(studentCtx(), { studentCourseId, componentId })

async function beats(componentId: number, gaps: readonly number[]): Promise<number[]> {
  const { studentProgress, lease_id } = await open(componentId)
  const seat = { student_progress_id: studentProgress!.student_progress_id, lease_id }
  const spent: number[] = []
  for (const [index, seconds] of gaps.entries()) {
    await course.move(seconds)
    spent.push((await updateStudentProgressTime.run(studentCtx(), { ...seat, sequence: index + 1 })).time_spent)
  }
  return spent
}

async function passQuiz(component_id: number) {
  const passedAttempt = {
    attempt_number: 1,
    lk_quiz_attempt_status_id: 4,
    threshold: 80,
    points: 1,
    total: 1,
    passed: true,
  }
  const attemptKey = { organization_id: 1, student_course_id: studentCourseId, component_id, quiz_id: 1 }
  await db.read`insert into learning.quiz_attempt ${db.read({ ...attemptKey, ...passedAttempt, submitted_at: new Date() })}`
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error) => ({ code: error.kind?.code, ...error.answer }),
  )

/** Progress rows of a component as stored, without a running seat. */
const progress = (component_id: number, credited_ms: number, completed: boolean) => db.read`
  insert into learning.student_progress (student_course_id, organization_id, component_id, credited_ms, completed_at)
  values (${studentCourseId}, 1, ${component_id}, ${credited_ms}, case when ${completed} then platform.now() end)`

/** Completes everything before the quiz, passes the quiz and leaves it open. */
async function takeUpToQuiz() {
  for (const part of [parts.first, parts.second, parts.pause, parts.film]) await progress(part, 60_000, true)
  await open(parts.quiz)
  await passQuiz(parts.quiz)
}

test('a heartbeat after twenty seconds credits twenty, and one after twenty-one or thirty no more', async () => {
  expect(await beats(parts.first, [20])).toEqual([20])
  user_id = await course.person()
  studentCourseId = await course.enrolled(user_id)
  expect(await beats(parts.first, [21])).toEqual([20])
  user_id = await course.person()
  studentCourseId = await course.enrolled(user_id)
  expect(await beats(parts.first, [30, 10])).toEqual([20, 30])
})

test('a lesson cannot be left a moment early, and can be left when its time is up', async () => {
  await progress(parts.first, 59_999, false)
  expect(await refusal(leave(parts.first))).toMatchObject({ reason: 'TIME', missing: [{ seconds: 1 }] })
  await db.read`
    update learning.student_progress set credited_ms = 60000 where student_course_id = ${studentCourseId}`
  expect(await leave(parts.first)).toMatchObject({ nextComponentId: parts.second })
})

test('a course is not completed while a lesson with enough time was not left', async () => {
  await takeUpToQuiz()
  await leave(parts.quiz)
  await open(parts.exam)
  await passQuiz(parts.exam)
  await db.read`
    update learning.student_progress set completed_at = null
    where student_course_id = ${studentCourseId} and component_id = ${parts.second}`
  const result = await refusal(complete.run(studentCtx(), { studentCourseId }))
  expect(result.missing).toMatchObject([{ reason: 'COMPONENT', component_id: parts.second }])
  await leave(parts.second)
  expect(await complete.run(studentCtx(), { studentCourseId })).toMatchObject({
    redirect: `/course/${studentCourseId}/passed`,
  })
})

test('lessons open before an optional registration, and the final exam does not', async () => {
  await db.read`
    update learning.student_course set registered_at = null, lk_student_course_status_id = ${status.paidNotRegistered}
    where student_course_id = ${studentCourseId}`
  await takeUpToQuiz()
  expect(await refusal(leave(parts.quiz))).toMatchObject({ code: 'REG_INC', reason: 'REG_INC' })
  expect(await getComponent.run(studentCtx(), { studentCourseId, componentId: parts.exam })).toMatchObject({
    component: null,
  })
  await db.read`
    update learning.student_course set registered_at = platform.now() where student_course_id = ${studentCourseId}`
  expect(await leave(parts.quiz)).toMatchObject({ nextComponentId: parts.exam })
})
