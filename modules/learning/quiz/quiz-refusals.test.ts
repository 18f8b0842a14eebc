import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Question } from '#modules/catalogue/index.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Actor } from '#platform/actor.ts'
import { addStudent, badAnswer, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { answer } from './answer.ts'
import { openQuestionPage, openQuizPage } from './open-quiz-page.ts'
import { reviewQuiz } from './review-quiz.ts'
import { start } from './start.ts'

const app = await openTestApp()
const { read } = app.database
const timed = 10_004

let student: number
let client: Client
let otherOrganization: { organization_id: number; code: string }
let quizKey: { studentCourseId: number; componentId: number }

beforeAll(async () => {
  const [other] = await read<typeof otherOrganization>`
    select organization_id, code from identity.organization where not default_ind and lk_organization_status_id = 1 limit 1`
  otherOrganization = other!
  await read`
    update catalogue.course_version
    set course_registration_options = jsonb_set(course_registration_options, '{enabled}', 'false')`
  await read`
    update catalogue.question set configuration = jsonb_set(configuration, '{timer}', '{"active": true, "seconds": 30}')
    where used_in = 'quiz' and position = 1 and course_version_id = 4`
  await read`
    update catalogue.question set configuration = jsonb_set(configuration, '{noEditAfterSave}', 'true')
    where used_in = 'quiz' and position = 2 and course_version_id = 4`
})
beforeEach(async () => {
  student = await addStudent(app)
  client = await app.as(student)
  quizKey = await takeCourse(app, student, 4, 4006)
})

const query = (overrides: Record<string, unknown> = {}) =>
  new URLSearchParams(Object.entries({ ...quizKey, ...overrides }).map(([name, value]) => [name, String(value)]))
const get = (path: string, overrides: Record<string, unknown> = {}) => client.get(`${path}?${query(overrides)}`)
const post = (path: string, overrides: Record<string, unknown> = {}) => client.post(path, { ...quizKey, ...overrides })
const serveAll = () =>
  read`update learning.quiz_answer set served_at = coalesce(served_at, platform.now()) where closed_at is null`

/** Longer than a session lasts without calls, so the student must sign in again. */
async function passTime(milliseconds: number) {
  await app.moveClock(milliseconds)
  client = await app.as(student)
}

async function finishWith(choose: (question: Question) => unknown) {
  const { quiz_attempt_id } = (await post('/quiz/start')).body
  await serveAll()
  for (const question of await drawnOf(app, quizKey)) {
    const response = await post('/quiz/answer/submit', { questionId: question.question_id, answer: choose(question) })
    expect(response.status, response.text).toBe(200)
  }
  expect((await post('/quiz/finish', { quizAttemptId: quiz_attempt_id })).status).toBe(200)
  return quiz_attempt_id as number
}

const calls: [string, string, Record<string, unknown>][] = [
  ['get', '/quiz/route', {}],
  ['get', '/quiz', {}],
  ['get', '/quiz/question/current', {}],
  ['get', '/quiz/navigation', {}],
  ['get', '/quiz/question', { questionId: 1 }],
  ['get', '/quiz/previous', { questionId: 1 }],
  ['get', '/quiz/next', { questionId: 1 }],
  ['get', '/quiz/review', { quizAttemptId: 1 }],
  ['post', '/quiz/start', {}],
  ['post', '/quiz/retake', {}],
  ['post', '/quiz/answer', { questionId: 1, answer: 1 }],
  ['post', '/quiz/answer/submit', { questionId: 1, answer: 1 }],
  ['post', '/quiz/finish', { quizAttemptId: 1 }],
]

test.each(calls)(
  '%s %s: a student of this or another organization gets 404, staff 403, a visitor 401',
  async (method, path, overrides) => {
    await post('/quiz/start')
    const statusFor = async (client: Client) =>
      (method === 'get'
        ? await client.get(`${path}?${query(overrides)}`)
        : await client.post(path, { ...quizKey, ...overrides })
      ).status
    expect(await statusFor(await app.as(await addStudent(app)))).toBe(404)
    expect(
      await statusFor(await app.as(await addStudent(app, otherOrganization.organization_id), otherOrganization.code)),
    ).toBe(404)
    expect(await statusFor(await app.as(await app.userId('admin@example.com')))).toBe(403)
    expect(await statusFor(app.visitor())).toBe(401)
  },
)

test.each([
  ['before its first attempt', false, status.inProgress],
  ['during an attempt', true, status.inProgress],
  ['in a course that is no longer open', true, status.expired],
])(
  'the pages of a quiz %s do not exist for other students of its organization',
  async (_title, hasAttempt, courseStatus) => {
    if (hasAttempt) await post('/quiz/start')
    const question_id = hasAttempt ? (await drawnOf(app, quizKey))[0]!.question_id : 1
    await read`
    update learning.student_course set lk_student_course_status_id = ${courseStatus}
    where student_course_id = ${quizKey.studentCourseId}`
    const pages = async (user_id: number) => {
      const ctx = await app.ctx(await app.actorOf(user_id))
      return Promise.allSettled([
        openQuizPage(ctx, quizKey, 'intro'),
        openQuizPage(ctx, quizKey, 'summary'),
        openQuestionPage(ctx, quizKey, question_id),
      ])
    }
    const notFound = { status: 'rejected', reason: { kind: { status: 404 } } }
    expect(await pages(await addStudent(app))).toMatchObject([notFound, notFound, notFound])
    expect((await pages(student)).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
  },
)

test("an attempt of another course, component or student cannot be finished through the caller's own course", async () => {
  const { quiz_attempt_id } = (await post('/quiz/start')).body
  const other = await addStudent(app)
  const course = await takeCourse(app, other, 4, 4006)
  const stranger = await app.as(other)
  expect((await stranger.post('/quiz/finish', { ...course, quizAttemptId: quiz_attempt_id })).status).toBe(404)
})

test('staff viewing as the student cannot take the quiz for them', async () => {
  const actor = await app.actorOf(student)
  const viewing = await app.ctx({ ...actor, viewed_by: 3 } as Actor)
  await expect(start.run(viewing, quizKey)).rejects.toThrow('WHILE_VIEWING')
  await post('/quiz/start')
  await expect(answer.run(viewing, { ...quizKey, questionId: 1, answer: 1 })).rejects.toThrow('WHILE_VIEWING')
})

/** Every name in a JSON tree that would reveal an answer. */
function revealingNames(tree: unknown, path = ''): string[] {
  if (Array.isArray(tree)) return tree.flatMap((inner, index) => revealingNames(inner, `${path}.${index}`))
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, inner]) => [
    ...(/^(correct|match|right|order_right|model|show_answer)$/.test(name) && inner !== null
      ? [`${path}.${name}`]
      : []),
    ...(name === 'correct_ind' && inner !== null ? [`${path}.${name}`] : []),
    ...revealingNames(inner, `${path}.${name}`),
  ])
}

test('nothing sent before the end reveals the correct answer', async () => {
  const responses = [await post('/quiz/start')]
  await serveAll()
  for (const question of await drawnOf(app, quizKey)) {
    const questionId = question.question_id
    responses.push(await get('/quiz/question', { questionId }))
    responses.push(await client.get(`/quiz/question/config/?question_id=${questionId}`))
    responses.push(await post('/quiz/answer', { questionId, answer: goodAnswer(question) }))
    responses.push(await post('/quiz/answer/submit', { questionId }))
    responses.push(await get('/quiz/question/current'), await get('/quiz/navigation'), await get('/quiz'))
  }
  const ids = (await drawnOf(app, quizKey)).map((question) => question.question_id)
  responses.push(
    await client.get(`/quiz/question/config/multiple?${ids.map((id) => `question_ids[]=${id}`).join('&')}`),
  )
  responses.push(await client.get(`/quiz/quiz-attempt/4004?student_course_id=${quizKey.studentCourseId}`))
  expect(responses.map((response) => response.status)).not.toContain(404)
  expect(responses.flatMap((response) => revealingNames(response.body))).toEqual([])
})

test('a question not shown yet cannot be requested by its number', async () => {
  await post('/quiz/start')
  const [first, second] = await drawnOf(app, quizKey)
  await get('/quiz/question/current')
  const config = (question_id: number) => client.get(`/quiz/question/config/?question_id=${question_id}`)
  expect((await config(first!.question_id)).status).toBe(200)
  expect((await config(second!.question_id)).status).toBe(404)
  expect(
    (await client.get(`/quiz/question/config/multiple?question_ids=${first!.question_id},${second!.question_id}`)).body
      .questions,
  ).toHaveLength(1)
  const navigation = (await get('/quiz/navigation')).body.questions
  expect(navigation.map((question: { title: string | null }) => question.title !== null)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test("staff see a question's setup with its answers for courses they sell", async () => {
  const staff = await app.as(await app.userId('admin@example.com'))
  const [question] = await read<{
    question_id: number
  }>`select question_id from catalogue.question where quiz_id = 4004 order by position limit 1`
  const response = await staff.get(`/quiz/question/config/?question_id=${question!.question_id}`)
  expect(response.body.question.configuration.options.some((option: { correct: boolean }) => option.correct)).toBe(true)
  expect((await staff.get('/quiz/question/config/?question_id=999999')).status).toBe(404)
})

test('the time for a question runs on the server from its first display, however often it is opened', async () => {
  await post('/quiz/start')
  const [question] = await drawnOf(app, quizKey)
  const questionId = question!.question_id
  const shownQuestion = (await get('/quiz/question', { questionId })).body.question
  await app.moveClock(20_000)
  expect((await get('/quiz/question', { questionId })).body.question.timer_expires_at).toBe(
    shownQuestion.timer_expires_at,
  )
  const earlyResponse = await client.post('/course/onQuestionTimerExpired', { question: shownQuestion })
  expect(earlyResponse.body.question).toMatchObject({ timer_expired_at: null, submitted_at: null })
  expect((await post('/quiz/answer', { questionId, answer: badAnswer(question!) })).status).toBe(200)
  await app.moveClock(13_000)
  const tooLate = await post('/quiz/answer', { questionId, answer: goodAnswer(question!) })
  expect(tooLate).toMatchObject({
    status: 422,
    body: { code: 'ANSWER_CLOSED', message: 'You can no longer answer this question.' },
  })
  expect((await get('/quiz/question', { questionId })).body.question).toMatchObject({
    timer_expired_at: shownQuestion.timer_expires_at,
  })
  const current = (await get('/quiz/question/current')).body.question
  expect(current.order).toBe(2)
  const response = await client.post('/course/onQuestionTimerExpired', { question: { question_id: questionId } })
  expect(response.body.question.submitted_at).toBe(shownQuestion.timer_expires_at)
  expect((await client.post('/course/onQuestionTimerExpired', { question: { question_id: timed } })).status).toBe(404)
})

test('refuses to close a question of another student', async () => {
  await post('/quiz/start')
  const { question } = (await get('/quiz/question/current')).body
  await app.moveClock(40_000)
  const stranger = await app.as(await addStudent(app))
  const response = await stranger.post('/course/onQuestionTimerExpired', { question })
  expect(response.status).toBe(404)
  expect((await app.visitor().post('/course/onQuestionTimerExpired', { question })).status).toBe(401)
})

test('an answer that is final once saved does not change', async () => {
  await post('/quiz/start')
  await serveAll()
  const question = (await drawnOf(app, quizKey))[1]!
  const save = (value: unknown) => post('/quiz/answer', { questionId: question.question_id, answer: value })
  expect((await save(null)).body.issues[0].message).toBe('Your answer is required.')
  expect((await save(badAnswer(question))).status).toBe(200)
  expect((await save(goodAnswer(question))).body.message).toBe('You can no longer answer this question.')
  expect((await save(badAnswer(question))).status).toBe(200)
  expect((await post('/quiz/answer/submit', { questionId: question.question_id })).status).toBe(200)
})

test('an attempt that was submitted takes no answer, even if a question of it is still open', async () => {
  const { quiz_attempt_id } = (await post('/quiz/start')).body
  await serveAll()
  const [question] = await drawnOf(app, quizKey)
  const { question_id } = question!
  const save = (path: string, value: unknown) => post(path, { questionId: question_id, answer: value })
  const storedAnswer = async () => {
    const [row] = await read`
      select answer, version, submitted_at, closed_at from learning.quiz_answer
      where quiz_attempt_id = ${quiz_attempt_id} and question_id = ${question_id}`
    return row!
  }
  expect((await save('/quiz/answer', badAnswer(question!))).status).toBe(200)
  const before = await storedAnswer()
  expect(before.closed_at).toBeNull()
  await read`
    update learning.quiz_attempt set submitted_at = platform.now(), lk_quiz_attempt_status_id = 5
    where quiz_attempt_id = ${quiz_attempt_id}`
  for (const path of ['/quiz/answer', '/quiz/answer/submit'])
    expect(await save(path, goodAnswer(question!)), path).toMatchObject({
      status: 422,
      body: { code: 'ANSWER_CLOSED' },
    })
  expect(await storedAnswer()).toEqual(before)
})

test('a quiz out of time is graded from its saved answers, and a failure leaves the retakes', async () => {
  quizKey = await takeCourse(app, student, 4, 4028)
  await post('/quiz/start')
  const { timer_cache } = (await get('/quiz')).body.quiz
  expect(timer_cache.seconds_left).toBe(2700)
  const [question] = await drawnOf(app, quizKey)
  await get('/quiz/question/current')
  await post('/quiz/answer', { questionId: question!.question_id, answer: goodAnswer(question!) })
  await passTime(2_703_000)
  expect((await post('/quiz/answer', { questionId: question!.question_id, answer: 1 })).body.code).toBe('ANSWER_CLOSED')
  const route = await get('/quiz/route')
  expect(route.body).toMatchObject({ route: expect.stringMatching(/summary$/), state: 'inactive' })
  expect((await get('/quiz')).body.quiz).toMatchObject({
    attempt: { lk_quiz_attempt_status_id: 8, passed: false, points: 1 },
    attemptsRemaining: 2,
  })
  expect((await post('/quiz/retake')).status).toBe(200)
})

test('an exam that runs out of time while its course is disabled waits until the course is open', async () => {
  quizKey = await takeCourse(app, student, 4, 4028)
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,retake,attempts}', '0') where component_id = 4028`
  clearVersionCache()
  const { quiz_attempt_id } = (await post('/quiz/start')).body
  await read`update learning.quiz_attempt set expires_at = platform.now() - interval '1 hour' where quiz_attempt_id = ${quiz_attempt_id}`
  const course = `/course/${quizKey.studentCourseId}`
  const setStatus = (status: number) =>
    read`update learning.student_course set lk_student_course_status_id = ${status} where student_course_id = ${quizKey.studentCourseId}`
  const statusNow = async () =>
    (await client.get(`/course/student/${quizKey.studentCourseId}`)).body.studentCourse.lk_student_course_status_id
  await setStatus(9)
  expect((await get('/quiz/route')).body).toMatchObject({ route: course })
  expect((await post('/quiz/finish', { quizAttemptId: quiz_attempt_id })).status).toBe(422)
  expect(await statusNow()).toBe(9)
  await setStatus(4)
  expect((await get('/quiz/route')).body.route).toMatch(/summary$/)
  expect(await statusNow()).toBe(8)
})

test('a finished quiz can be reviewed with its correct answers if the author allows it', async () => {
  const attempt = await finishWith((question) => badAnswer(question) ?? goodAnswer(question))
  const review = await get('/quiz/review', { quizAttemptId: attempt })
  expect(review.body.questions[0]).toMatchObject({
    correct_ind: false,
    right: goodAnswer((await drawnOf(app, quizKey))[0]!),
  })
  expect((await get('/quiz/review', { quizAttemptId: attempt + 1000 })).status).toBe(404)
  quizKey = await takeCourse(app, student, 1, 1083)
  const { quiz_attempt_id } = (await post('/quiz/start')).body
  expect((await get('/quiz/review', { quizAttemptId: quiz_attempt_id })).status).toBe(404)
  await passTime(3_703_000)
  await get('/quiz/route')
  expect((await get('/quiz/review', { quizAttemptId: quiz_attempt_id })).status).toBe(403)
  const studentCtx = await app.ctx(await app.actorOf(student))
  await expect(reviewQuiz.run(studentCtx, { ...quizKey, quizAttemptId: quiz_attempt_id })).rejects.toThrow('FORBIDDEN')
})

test('malformed calls are refused and change nothing', async () => {
  await post('/quiz/start')
  for (const body of [
    { answer: 1 },
    { questionId: 'x', answer: 1 },
    { questionId: 1 },
    { questionId: 1, answer: true },
    { questionId: 1, answer: 1, extra: 1 },
  ])
    expect((await post('/quiz/answer', body)).status).toBe(400)
  expect((await client.post('/quiz/start', { studentCourseId: -1, componentId: 4006 })).status).toBe(400)
  expect((await client.get('/quiz?studentCourseId=abc&componentId=1')).status).toBe(400)
  expect(
    (
      await read`select 1 from learning.quiz_answer a join learning.quiz_attempt t using (quiz_attempt_id) where t.student_course_id = ${quizKey.studentCourseId} and a.version > 0`
    ).count,
  ).toBe(0)
})

test('stored scores are the scores of the stored answers', async () => {
  await finishWith(goodAnswer)
  const [row] = await read<{ is_consistent: boolean }>`
    select bool_and(t.points = (select count(*) from learning.quiz_answer a where a.quiz_attempt_id = t.quiz_attempt_id and a.correct)) as is_consistent
    from learning.quiz_attempt t where t.submitted_at is not null`
  expect(row!.is_consistent).toBe(true)
})

test('extra time extends the limit of a quiz and of each timed question', async () => {
  await read`
    insert into learning.extra_time (user_id, organization_id, percent, reason, actor_user_id)
    select user_id, organization_id, 50, 'Reads slowly.', user_id from identity.person where user_id = ${student}`
  await post('/quiz/start')
  const [question] = await drawnOf(app, quizKey)
  const shownQuestion = (await get('/quiz/question', { questionId: question!.question_id })).body.question
  expect(shownQuestion.configuration.timer.seconds).toBe(45)
  await app.moveClock(40_000)
  const questionId = question!.question_id
  expect((await post('/quiz/answer', { questionId, answer: goodAnswer(question!) })).status).toBe(200)
  quizKey = await takeCourse(app, student, 4, 4028)
  expect((await get('/quiz')).body.quiz.seconds_allowed).toBe(4050)
  await post('/quiz/start')
  expect((await get('/quiz')).body.quiz.timer_cache.seconds_left).toBe(4050)
})
