import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { addStudent, badAnswer, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const florida = { version: 1, chapterQuiz: 1011, final: 1083 }

let student: number
let client: Client
let quizKey: { studentCourseId: number; componentId: number }

beforeAll(async () => {
  await read`
    update catalogue.course_version
    set course_registration_options = jsonb_set(course_registration_options, '{enabled}', 'false')`
})

async function openQuiz(component_id: number, version = florida.version) {
  student = await addStudent(app)
  client = await app.as(student)
  quizKey = await takeCourse(app, student, version, component_id)
}
beforeEach(() => openQuiz(florida.chapterQuiz))

const withQuery = (path: string, overrides: Record<string, unknown> = {}) =>
  `${path}?${new URLSearchParams(Object.entries({ ...quizKey, ...overrides }).map(([name, value]) => [name, String(value)]))}`
const post = (path: string, overrides: Record<string, unknown> = {}) => client.post(path, { ...quizKey, ...overrides })

/** Answers every question with the result of `choose`; returns the attempt's id. */
async function answerAll(choose: (question: Parameters<typeof goodAnswer>[0], index: number) => unknown) {
  const [attempt] = await read<{ quiz_attempt_id: number }>`
    select max(quiz_attempt_id) as quiz_attempt_id from learning.quiz_attempt
    where student_course_id = ${quizKey.studentCourseId} and component_id = ${quizKey.componentId}`
  for (const [index, question] of (await drawnOf(app, quizKey)).entries()) {
    const questionId = question.question_id
    expect((await client.get(withQuery('/quiz/question', { questionId }))).status).toBe(200)
    const answer = choose(question, index)
    const response = await post('/quiz/answer', { questionId, answer })
    expect(response.status, response.text).toBe(200)
    const submittedResponse = await post('/quiz/answer/submit', {
      questionId,
      answer,
      answerIsDifferent: response.body.answerIsDifferent,
    })
    expect(submittedResponse.status, submittedResponse.text).toBe(200)
  }
  return attempt!.quiz_attempt_id
}
const finish = (quizAttemptId: number) => post('/quiz/finish', { quizAttemptId })
const statusOfCourse = async () =>
  (
    await read<{
      id: number
    }>`select lk_student_course_status_id as id from learning.student_course where student_course_id = ${quizKey.studentCourseId}`
  )[0]!.id

test('a quiz is taken question by question and passed', async () => {
  expect((await client.get(withQuery('/quiz/route'))).body.route).toMatch(/\/intro$/)
  const started = await post('/quiz/start')
  expect(started.body).toMatchObject({
    redirect: `/course/${quizKey.studentCourseId}/quiz/1011/${started.body.question_id}`,
  })
  const first = await client.get(withQuery('/quiz/question/current'))
  expect(first.body).toMatchObject({
    totalQuestions: 6,
    isLastQuestion: false,
    question: { order: 1, attempted: false, answer: null },
  })
  const next = { questionId: first.body.question.question_id, currentAnswerId: first.body.question.answer_id }
  expect((await client.get(withQuery('/quiz/next', next))).body.code).toBe('QUESTION_NOT_REACHED')
  const attempt = await answerAll(goodAnswer)
  const response = await finish(attempt)
  expect(response.body).toMatchObject({
    passed: true,
    lk_quiz_attempt_status_id: 4,
    attempt: { points: 5, total: 6, percentage: 83.33 },
  })
  expect((await client.get(withQuery('/quiz/route'))).body.route).toMatch(/\/summary$/)
  expect(app.facts.at(-1)).toMatchObject({ fact: 'learning.quiz_finished', data: { quiz_attempt_id: attempt } })
  expect(await statusOfCourse()).toBe(4)
  // This course records every answer in the audit log.
  const auditLog = await read`
    select 1 from platform.audit_event where action = 'quiz.answer' and subject = ${`quiz_attempt:${attempt}`}`
  expect(auditLog.count).toBe(6)
})

test('next and previous move through the quiz, and return nothing before the first', async () => {
  await post('/quiz/start')
  const [question, second] = await drawnOf(app, quizKey)
  await client.get(withQuery('/quiz/question/current'))
  await post('/quiz/answer/submit', { questionId: question!.question_id, answer: goodAnswer(question!) })
  const next = await client.get(withQuery('/quiz/next', { questionId: question!.question_id }))
  expect(next.body.question.question_id).toBe(second!.question_id)
  const previous = await client.get(withQuery('/quiz/previous', { questionId: second!.question_id }))
  expect(previous.body.question).toMatchObject({ question_id: question!.question_id, attempted: true })
  const response = await client.get(withQuery('/quiz/previous', { questionId: question!.question_id }))
  expect(response).toMatchObject({ status: 422, body: { message: 'Error Navigating To Previous Question.' } })
})

test('the server reports whether an answer differs from the previous one', async () => {
  await post('/quiz/start')
  const question = (await drawnOf(app, quizKey))[3]!
  await read`update learning.quiz_answer set served_at = platform.now()`
  const save = async (answer: unknown) =>
    (await post('/quiz/answer', { questionId: question.question_id, answer })).body
  expect(question.lk_question_type_id).toBe(6)
  expect((await save(['2', 1])).answerIsDifferent).toBe(true)
  expect(await save([1, 2])).toMatchObject({ answerIsDifferent: false, question: { answer: [1, 2], attempted: true } })
  expect((await save([1])).answerIsDifferent).toBe(true)
})

test('a question cannot be seen or answered before the preceding ones', async () => {
  await post('/quiz/start')
  await client.get(withQuery('/quiz/question/current'))
  const third = (await drawnOf(app, quizKey))[2]!.question_id
  expect((await client.get(withQuery('/quiz/question', { questionId: third }))).body.code).toBe('QUESTION_NOT_REACHED')
  expect((await post('/quiz/answer', { questionId: third, answer: 1 })).body.code).toBe('QUESTION_NOT_REACHED')
  expect((await post('/quiz/answer/submit', { questionId: third, answer: 1 })).body.code).toBe('QUESTION_NOT_REACHED')
  expect((await client.get(withQuery('/quiz/question', { questionId: 20_001 }))).status).toBe(404)
  expect((await post('/quiz/answer', { questionId: 20_001, answer: 1 })).status).toBe(404)
})

test('refuses to open a quiz before the lessons are finished', async () => {
  const later = { ...quizKey, componentId: florida.final }
  expect((await client.post('/quiz/start', later)).body.code).toBe('QUIZ_NOT_REACHED')
  expect((await client.post('/quiz/start', { ...quizKey, componentId: 1001 })).status).toBe(404)
  expect((await client.post('/quiz/start', { ...quizKey, componentId: 2009 })).status).toBe(404)
})

test('refuses an empty or malformed answer with the specified message', async () => {
  await post('/quiz/start')
  const { question } = (await client.get(withQuery('/quiz/question/current'))).body
  const submit = (answer: unknown) => post('/quiz/answer/submit', { questionId: question.question_id, answer })
  const response = await submit(null)
  expect(response).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'answer', message: 'Your answer is required.' }] },
  })
  expect((await submit(77)).body.issues[0].message).toBe('One or more answer you provided is invalid')
  expect((await submit({ a: { b: 1 } })).status).toBe(400)
  expect((await submit('x'.repeat(50_000))).status).toBe(400)
  const repeatedResponse = await client.get(withQuery('/quiz/question/current'))
  expect(repeatedResponse.body.question).toMatchObject({
    question_id: question.question_id,
    answer: null,
    submitted_at: null,
  })
})

test('a quiz cannot be finished with open questions', async () => {
  const { quiz_attempt_id } = (await post('/quiz/start')).body
  expect(await finish(quiz_attempt_id)).toMatchObject({ status: 422, body: { code: 'QUIZ_UNFINISHED' } })
  expect(
    (
      await read`select 1 from learning.quiz_attempt where quiz_attempt_id = ${quiz_attempt_id} and submitted_at is null`
    ).count,
  ).toBe(1)
})

test('finishing fifty times simultaneously gives one result, and no answers are accepted afterward', async () => {
  await post('/quiz/start')
  const questions = await drawnOf(app, quizKey)
  const attempt = await answerAll(goodAnswer)
  const facts = app.facts.length
  const responses = await Promise.all(Array.from({ length: 50 }, () => finish(attempt)))
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
  expect(app.facts.slice(facts).filter((fact) => fact.fact === 'learning.quiz_finished')).toHaveLength(1)
  const tooLate = await post('/quiz/answer', { questionId: questions[0]!.question_id, answer: 1 })
  expect(tooLate).toMatchObject({ status: 422, body: { message: 'You can no longer answer this question.' } })
})

test('answers that race with finish are either graded or refused', async () => {
  await post('/quiz/start')
  const [question] = await drawnOf(app, quizKey)
  const attempt = await answerAll(anyAnswer)
  const answer = goodAnswer(question!)
  await Promise.all([
    finish(attempt),
    ...Array.from({ length: 8 }, () => post('/quiz/answer', { questionId: question!.question_id, answer })),
  ])
  const [row] = await read<{ answer: unknown; correct: boolean }>`
    select answer, correct from learning.quiz_answer where quiz_attempt_id = ${attempt} and question_id = ${question!.question_id}`
  expect(row!.correct).toBe(JSON.stringify(row!.answer) === JSON.stringify(answer))
})
const anyAnswer = (question: Parameters<typeof goodAnswer>[0]) => badAnswer(question) ?? goodAnswer(question)

test('two simultaneous starts create one attempt', async () => {
  const started = await Promise.all(Array.from({ length: 10 }, () => post('/quiz/start')))
  expect(new Set(started.map((response) => response.body.quiz_attempt_id)).size).toBe(1)
})

test('a failed quiz is retaken in a new attempt, a passed one is not', async () => {
  await post('/quiz/start')
  const response = await finish(await answerAll(anyAnswer))
  expect(response.body).toMatchObject({
    passed: false,
    lk_quiz_attempt_status_id: 5,
    attemptsRemaining: null,
    courseFailed: false,
  })
  expect((await post('/quiz/start')).body.code).toBe('RETAKE_NEEDED')
  const retakes = await Promise.all([post('/quiz/retake'), post('/quiz/retake')])
  expect(retakes[0]!.body.quiz_attempt_id).toBe(retakes[1]!.body.quiz_attempt_id)
  expect((await finish(await answerAll(goodAnswer))).body.passed).toBe(true)
  expect((await post('/quiz/retake')).body.code).toBe('QUIZ_FINISHED')
})

test('a written answer that could decide the result awaits a grader, and the student may continue', async () => {
  await post('/quiz/start')
  // Four of six are below 70 percent, five are above.
  const attempt = await answerAll((question, index) => (index === 0 ? badAnswer(question) : goodAnswer(question)))
  expect((await finish(attempt)).body).toMatchObject({
    passed: null,
    lk_quiz_attempt_status_id: 3,
    attempt: { percentage: null },
  })
  expect((await post('/quiz/retake')).body.code).toBe('QUIZ_FINISHED')
})

test('the final exam draws forty questions from its pools, and passing it passes the course', async () => {
  await openQuiz(florida.final)
  expect((await post('/quiz/start')).status).toBe(200)
  const questions = await drawnOf(app, quizKey)
  const count = (type: number) => questions.filter((question) => question.lk_question_type_id === type).length
  expect([2, 4, 5, 6, 3, 20].map(count)).toEqual([10, 8, 8, 8, 3, 3])
  expect(new Set(questions.map((question) => question.question_id)).size).toBe(40)
  expect(await drawnOf(app, quizKey)).toEqual(questions)
  const response = await finish(await answerAll(goodAnswer))
  expect(response.body).toMatchObject({ passed: true, courseFailed: false })
  expect(await statusOfCourse()).toBe(6)
})

test('a failed quiz is not retaken beyond a limit that the author lowered since', async () => {
  const setAttempts = async (attempts: string) => {
    await read`
      update catalogue.component set data = jsonb_set(data, '{configuration,retake,attempts}', ${attempts}::text::jsonb)
      where component_id = ${florida.chapterQuiz}`
    clearVersionCache()
  }
  await post('/quiz/start')
  await finish(await answerAll(anyAnswer))
  await setAttempts('0')
  try {
    expect((await post('/quiz/retake')).body.code).toBe('NO_ATTEMPTS')
  } finally {
    await setAttempts('null')
  }
  expect((await post('/quiz/retake')).status).toBe(200)
})

test('using up all attempts of the final exam fails the course', async () => {
  await openQuiz(florida.final)
  await post('/quiz/start')
  for (const remaining of [2, 1]) {
    const response = await finish(await answerAll(anyAnswer))
    expect(response.body).toMatchObject({ passed: false, attemptsRemaining: remaining, courseFailed: false })
    expect((await post('/quiz/retake')).status).toBe(200)
  }
  expect((await finish(await answerAll(anyAnswer))).body).toMatchObject({ attemptsRemaining: 0, courseFailed: true })
  expect(await statusOfCourse()).toBe(8)
  expect((await post('/quiz/retake')).body.code).toBe('CANNOT_ENTER')
})

test('a retake with a fee awaits its payment', async () => {
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,retake,fee}', '10') where component_id = 3006`
  await openQuiz(3006, 3)
  await post('/quiz/start')
  await finish(await answerAll(anyAnswer))
  const response = await post('/quiz/retake')
  expect(response).toMatchObject({
    status: 422,
    body: { code: 'RETAKE_UNPAID', message: 'A retake of this quiz costs $10.00. Pay for it first.' },
  })
  const { recordRetakePayment } = await import('#modules/learning/quiz/retake-payment.sql.ts')
  const ctx = await app.ctx()
  const retakePayment = { student_course_id: quizKey.studentCourseId, component_id: 3006, order_item_id: 4711 }
  expect(await ctx.tx((inner) => recordRetakePayment(inner, retakePayment))).toBe(true)
  expect(await ctx.tx((inner) => recordRetakePayment(inner, retakePayment))).toBe(false)
  expect((await post('/quiz/retake')).status).toBe(200)
})
