import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { listInlineQuizzes } from '#modules/learning/questions/inline-quizzes.ts'
import { addStudent, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

/** Every call of a quiz while an identity check is due: an open attempt, a returned one, and an inline quiz. */
const app = await openTestApp()
const { read } = app.database
const [essay, needsAttention] = [9, 6]
await read`
  update catalogue.question set lk_question_type_id = ${essay}
  where course_version_id = 4 and used_in = 'quiz' and position = 1`
clearVersionCache()

async function open(version: number, component_id: number) {
  const student = await addStudent(app)
  return { client: await app.as(student), key: await takeCourse(app, student, version, component_id) }
}
const openQuiz = await open(4, 4006)
const started = (await openQuiz.client.post('/quiz/start', openQuiz.key)).body
await openQuiz.client.get(
  `/quiz/question/current?${new URLSearchParams(Object.entries(openQuiz.key).map(([k, v]) => [k, `${v}`]))}`,
)
const [question] = await drawnOf(app, openQuiz.key)
const questionId = question!.question_id

const returnedQuiz = await open(4, 4006)
const { quiz_attempt_id } = (await returnedQuiz.client.post('/quiz/start', returnedQuiz.key)).body
await read`update learning.quiz_answer set served_at = platform.now() where quiz_attempt_id = ${quiz_attempt_id}`
const drawn = await drawnOf(app, returnedQuiz.key)
for (const { question_id, ...rest } of drawn)
  await returnedQuiz.client.post('/quiz/answer/submit', {
    ...returnedQuiz.key,
    questionId: question_id,
    answer: rest.lk_question_type_id === essay ? 'My words' : goodAnswer({ question_id, ...rest }),
  })
await returnedQuiz.client.post('/quiz/finish', { ...returnedQuiz.key, quizAttemptId: quiz_attempt_id })
await read`
  update learning.quiz_attempt set lk_quiz_attempt_status_id = ${needsAttention} where quiz_attempt_id = ${quiz_attempt_id}`
await read`
  update learning.student_course set lk_student_course_status_id = 4
  where student_course_id = ${returnedQuiz.key.studentCourseId}`
const [attempt] = await read<{ quiz_id: number }>`
  select quiz_id from learning.quiz_attempt where quiz_attempt_id = ${quiz_attempt_id}`
const written = drawn.find(({ lk_question_type_id }) => lk_question_type_id === essay)

const [inlineQuiz] = await listInlineQuizzes(await app.ctx(), 1)
const inline = await open(1, inlineQuiz!.component_id)

await read`
  update catalogue.course_version
  set course_security_options = jsonb_set(course_security_options || '{"setupIAgree": true}', '{methods,security_questions,enabled}', 'true')
  where course_version_id in (1, 4)`
clearVersionCache()

const ofReturned = { studentCourseId: returnedQuiz.key.studentCourseId }
const mended = {
  quizAttemptId: quiz_attempt_id,
  answers: [{ questionId: written?.question_id, answer: 'Better words' }],
}
test.each([
  ['GET', '/quiz/navigation', openQuiz, {}],
  ['GET', '/quiz/question/current', openQuiz, {}],
  ['GET', '/quiz/question', openQuiz, { questionId }],
  ['GET', '/quiz/next', openQuiz, { questionId }],
  ['GET', '/quiz/previous', openQuiz, { questionId }],
  ['POST', '/quiz/answer', openQuiz, { questionId, answer: goodAnswer(question!) }],
  ['POST', '/quiz/answer/submit', openQuiz, { questionId, answer: goodAnswer(question!) }],
  ['POST', '/quiz/finish', openQuiz, { quizAttemptId: started.quiz_attempt_id }],
  ['POST', '/quiz/mend', returnedQuiz, mended],
  ['GET', '/quiz/review', returnedQuiz, { quizAttemptId: quiz_attempt_id }],
  ['GET', `/quiz/quiz-attempt/${attempt!.quiz_id}`, returnedQuiz, { student_course_id: ofReturned.studentCourseId }],
  [
    'GET',
    '/quiz/quiz-attempt/multiple',
    returnedQuiz,
    { student_course_id: ofReturned.studentCourseId, quiz_ids: attempt!.quiz_id },
  ],
  [
    'POST',
    '/quiz/inline-quiz/submit',
    inline,
    {
      question: inlineQuiz!.question_ids[0],
      answer: 1,
      quizId: inlineQuiz!.quiz_id,
      answer_id: null,
      quiz_attempt_id: null,
    },
  ],
] as const)('%s %s is refused with the page of the check', async (method, path, { client, key }, more) => {
  const isOfCourse = path.includes('quiz-attempt')
  const { componentId: _, ...course } = key
  const input: Record<string, unknown> = { ...(isOfCourse ? {} : path.includes('inline') ? course : key), ...more }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const { status, body } = await (method === 'GET' ? client.get(`${path}?${query}`) : client.post(path, input))
  expect([status, body.code, body.redirect]).toEqual([
    422,
    'CANNOT_ENTER',
    expect.stringMatching(new RegExp(`^/course/${key.studentCourseId}/`)),
  ])
})
