import { beforeAll, expect, test } from 'vitest'
import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { hasPassedQuiz, listQuizzesInReview } from '#modules/learning/questions/quiz-passed.sql.ts'
import { addStudent, badAnswer, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const ctx = await app.ctx()
const staff = await app.as(await app.userId('instructor@example.com'))

beforeAll(async () => {
  await read`
    update catalogue.course_version
    set course_registration_options = course_registration_options || '{"enabled": false, "confirmRegistration": false}'`
})

/** A student whose attempt at the first chapter's quiz depends on its written answer. */
async function addAttemptInReview() {
  const student = await addStudent(app)
  const client = await app.as(student)
  const quizKey = await takeCourse(app, student, 1, 1011)
  const { quiz_attempt_id } = (await client.post('/quiz/start', quizKey)).body
  await read`update learning.quiz_answer set served_at = platform.now() where quiz_attempt_id = ${quiz_attempt_id}`
  const questions = await drawnOf(app, quizKey)
  for (const [index, question] of questions.entries()) {
    const answer = index === 0 ? badAnswer(question) : goodAnswer(question)
    await client.post('/quiz/answer/submit', { ...quizKey, questionId: question.question_id, answer })
  }
  await client.post('/quiz/finish', { ...quizKey, quizAttemptId: quiz_attempt_id })
  const writtenQuestion = questions.find((question) => isGradedByHand(question.lk_question_type_id))!.question_id
  return { client, quizKey, quiz_attempt_id: quiz_attempt_id as number, written: writtenQuestion }
}
/** A grader who has just opened the attempt. */
async function grade(quiz_attempt_id: number, question_id: number, correct: boolean) {
  const { quizAttempt } = (await staff.get(`/quiz/submissions/detail?quiz_attempt_id=${quiz_attempt_id}`)).body
  const questions = [{ question_id, correct_ind: correct, comment: 'Seen.' }]
  return staff.post('/quiz/submissions/submit', { quiz_attempt_id, version: quizAttempt?.version ?? 1, questions })
}
const result = async (quiz_attempt_id: number) =>
  (
    await read`select points, passed, lk_quiz_attempt_status_id as status from learning.quiz_attempt where quiz_attempt_id = ${quiz_attempt_id}`
  )[0]
const statusOf = async ({ studentCourseId }: { studentCourseId: number }) =>
  (
    await read<{ id: number }>`
      select lk_student_course_status_id as id from learning.student_course where student_course_id = ${studentCourseId}`
  )[0]!.id

test('grading the written answer as correct passes the quiz', async () => {
  const { quizKey, quiz_attempt_id, written } = await addAttemptInReview()
  expect(await listQuizzesInReview(ctx, quizKey.studentCourseId)).toEqual([1011])
  await grade(quiz_attempt_id, written, true)
  expect(await result(quiz_attempt_id)).toEqual({ points: 5, passed: true, status: 4 })
  expect(await hasPassedQuiz(ctx, quizKey.studentCourseId, 1011)).toBe(true)
  expect(await listQuizzesInReview(ctx, quizKey.studentCourseId)).toEqual([])
})

test('grading it as wrong fails the quiz, and the student can retake it', async () => {
  const { client, quizKey, quiz_attempt_id, written } = await addAttemptInReview()
  await grade(quiz_attempt_id, written, false)
  expect(await result(quiz_attempt_id)).toEqual({ points: 4, passed: false, status: 5 })
  expect((await client.post('/quiz/retake', quizKey)).status).toBe(200)
})

test('a quiz left in review that then fails must be passed before anything new opens', async () => {
  const { client, quizKey, quiz_attempt_id, written } = await addAttemptInReview()
  const { studentCourseId, componentId } = quizKey
  await client.get(`/course/component/${studentCourseId}/${componentId}`)
  await read`update learning.student_progress set credited_ms = 9000000 where student_course_id = ${studentCourseId} and component_id = ${componentId}`
  await client.get(`/course/component/${studentCourseId}/${componentId}`)
  const response = await client.post('/course/next', quizKey)
  expect(response.status, response.text).toBe(200)
  const following = response.body.nextComponentId as number
  expect((await client.get(`/course/component/${studentCourseId}/${following}`)).body.component).toMatchObject({
    component_id: following,
  })
  await grade(quiz_attempt_id, written, false)
  const stopped = await client.post('/course/next', { studentCourseId, componentId: following })
  expect(stopped.body).toMatchObject({ reason: 'SEQUENCE', redirect: `/course/${studentCourseId}/quiz/${componentId}` })
  expect((await client.post('/quiz/retake', quizKey)).status).toBe(200)
})

test('a grade that leaves no attempts fails the course instead of keeping it in review', async () => {
  const { quizKey, quiz_attempt_id, written } = await addAttemptInReview()
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,retake,attempts}', '0') where component_id = 1011`
  clearVersionCache()
  await read`update learning.student_course set lk_student_course_status_id = 5 where student_course_id = ${quizKey.studentCourseId}`
  await grade(quiz_attempt_id, written, false)
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,retake,attempts}', 'null') where component_id = 1011`
  clearVersionCache()
  expect(await statusOf(quizKey)).toBe(8)
})

test('a grade does not reopen a course that was disabled since', async () => {
  const { quizKey, quiz_attempt_id, written } = await addAttemptInReview()
  await read`update catalogue.component set final_ind = true where component_id = 1011`
  clearVersionCache()
  await read`update learning.student_course set lk_student_course_status_id = 9 where student_course_id = ${quizKey.studentCourseId}`
  await read`update learning.quiz_answer set correct = null where quiz_attempt_id = ${quiz_attempt_id} and correct = false`
  await grade(quiz_attempt_id, written, true)
  await read`update learning.quiz_answer set correct = null where quiz_attempt_id = ${quiz_attempt_id}`
  await grade(quiz_attempt_id, written, true)
  await read`update catalogue.component set final_ind = false where component_id = 1011`
  clearVersionCache()
  expect(await statusOf(quizKey)).toBe(9)
})

test('refuses to grade a question of another attempt, or a running attempt', async () => {
  const { quiz_attempt_id } = await addAttemptInReview()
  expect((await grade(quiz_attempt_id, 20_001, true)).body.code).toBe('NOT_FOUND')
  const student = await addStudent(app)
  const quizKey = await takeCourse(app, student, 1, 1011)
  const started = (await (await app.as(student)).post('/quiz/start', quizKey)).body
  expect((await grade(started.quiz_attempt_id, started.question_id, true)).body.code).toBe('QUIZ_UNFINISHED')
})

test('a final exam in review holds the course until it is graded', async () => {
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,grading,threshold}', '100') where component_id = 4028`
  const student = await addStudent(app)
  const client = await app.as(student)
  const quizKey = await takeCourse(app, student, 4, 4028)
  const { quiz_attempt_id } = (await client.post('/quiz/start', quizKey)).body
  // Turns the last question into a written one, as an author could have drawn it.
  const [row] = await read<{ question_id: number }>`
    select question_id from catalogue.question where course_version_id = 4 and lk_question_type_id = 1 and used_in <> 'registration' limit 1`
  await read`update learning.quiz_answer set question_id = ${row!.question_id} where quiz_attempt_id = ${quiz_attempt_id} and position = 30`
  await read`update learning.quiz_answer set served_at = platform.now() where quiz_attempt_id = ${quiz_attempt_id}`
  for (const question of await drawnOf(app, quizKey)) {
    const response = await client.post('/quiz/answer/submit', {
      ...quizKey,
      questionId: question.question_id,
      answer: goodAnswer(question),
    })
    expect(response.status, response.text).toBe(200)
  }
  await client.post('/quiz/finish', { ...quizKey, quizAttemptId: quiz_attempt_id })
  expect(await statusOf(quizKey)).toBe(5)
  await grade(quiz_attempt_id, row!.question_id, true)
  expect(await statusOf(quizKey)).toBe(6)
  expect((await grade(quiz_attempt_id, row!.question_id, false)).body.code).toBe('STATUS_REFUSED')
})
