import { beforeEach, expect, test } from 'vitest'
import { type Question, selectComponent } from '#modules/catalogue/index.ts'
import { insertInlineAnswer, listAnswersIn } from '#modules/learning/questions/inline-answer.sql.ts'
import { inlineQuizzesIn, listInlineQuizzes } from '#modules/learning/questions/inline-quizzes.ts'
import { listMissingInlineQuestions } from '#modules/learning/questions/missing-inline-questions.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { addStudent, badAnswer, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { inlineQuizzesOf } from './show-inline.ts'

const app = await openTestApp()
const { read } = app.database
const ctx = await app.ctx()

const all = await listInlineQuizzes(ctx, 1)
const [first, second] = all
const questionsIn = (ids: readonly number[]) => questionsOf(ctx, 1, ids)

let student: number
let client: Client
let studentCourseId: number
beforeEach(async () => {
  student = await addStudent(app)
  client = await app.as(student)
  studentCourseId = (await takeCourse(app, student, 1, first!.component_id)).studentCourseId
})
const submit = (question: unknown, answer: unknown, quizId = first!.quiz_id) =>
  client.post('/quiz/inline-quiz/submit', {
    question,
    answer,
    quizId,
    studentCourseId,
    answer_id: null,
    quiz_attempt_id: null,
  })
const missingQuestions = () => listMissingInlineQuestions(ctx, studentCourseId, first!.component_id)
const setEditor = (show_answer: boolean) =>
  read`update catalogue.question set configuration = jsonb_set(configuration, '{editor,show_answer}', ${String(show_answer)}::jsonb)`

test('finds the inline quizzes of a course in its texts', async () => {
  expect(all.length).toBeGreaterThan(5)
  const component = await selectComponent(ctx, 1, first!.component_id)
  expect(inlineQuizzesIn(component)).toContainEqual(first)
  expect(first!.question_ids.length).toBeGreaterThan(0)
})

async function showInline(component_id: number) {
  const answers = await listAnswersIn(ctx, studentCourseId, component_id)
  return inlineQuizzesOf(ctx, await selectStudentCourse(ctx, studentCourseId), { component_id, answers })
}

test('an inline question is required until answered, and then shows the correct answer', async () => {
  const [question] = (await questionsIn(first!.question_ids)) as [Question]
  const before = await showInline(first!.component_id)
  expect(JSON.stringify(before)).not.toMatch(/"correct":(?!null)/)
  expect(await missingQuestions()).toContain(question.question_id)
  const response = await submit(
    { question_id: question.question_id, configuration: { correct: 1 } },
    badAnswer(question),
  )
  expect(response.body.question).toMatchObject({
    question_id: question.question_id,
    correct_ind: false,
    submitted_at: expect.any(String),
    configuration: { correct: goodAnswer(question), editor: { show_answer: true } },
  })
  expect(await missingQuestions()).not.toContain(question.question_id)
  const [quiz] = await showInline(first!.component_id)
  expect(quiz!.questions[0]).toMatchObject({
    answer: badAnswer(question),
    configuration: { correct: goodAnswer(question) },
  })
})

test('the first answer counts, even of two simultaneous ones', async () => {
  const [question] = (await questionsIn(first!.question_ids)) as [Question]
  const [response, other] = await Promise.all([
    submit(question.question_id, badAnswer(question)),
    submit(question.question_id, goodAnswer(question)),
  ])
  expect([response!.status, other!.status].toSorted()).toEqual([200, 422])
  const storedAnswer = response!.status === 200 ? badAnswer(question) : goodAnswer(question)
  expect((await submit(question.question_id, storedAnswer)).status).toBe(200)
  expect((await read`select 1 from learning.inline_answer where student_course_id = ${studentCourseId}`).count).toBe(1)
})

test('refuses inline answers that are empty, of another quiz, of a later lesson or of another student', async () => {
  const [question] = (await questionsIn(first!.question_ids)) as [Question]
  const empty = await submit(question.question_id, '')
  expect(empty).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'answer', message: 'Your answer is required.' }] },
  })
  expect((await submit(question.question_id, goodAnswer(question), second!.quiz_id)).status).toBe(404)
  const laterQuiz = all.findLast((quiz) => quiz.component_id !== first!.component_id)!
  expect((await submit(laterQuiz.question_ids[0], 1, laterQuiz.quiz_id)).body.code).toBe('QUIZ_NOT_REACHED')
  client = await app.as(await addStudent(app))
  expect((await submit(question.question_id, goodAnswer(question))).status).toBe(404)
  expect((await app.visitor().post('/quiz/inline-quiz/submit', {})).status).toBe(401)
})

test('an inline question is answered only in the statuses in which the lessons are open', async () => {
  const [question] = (await questionsIn(first!.question_ids)) as [Question]
  const codes: Record<number, string> = {}
  for (const statusId of Object.values(status)) {
    await read`
      update learning.student_course set lk_student_course_status_id = ${statusId} where student_course_id = ${studentCourseId}`
    const response = await submit(question.question_id, goodAnswer(question))
    codes[statusId] = response.body.code ?? String(response.status)
  }
  const open = Object.entries(codes).filter(([, code]) => code !== 'CANNOT_ENTER')
  expect(open).toEqual([
    ['3', '200'],
    ['4', '200'],
    ['22', '200'],
  ])
})

test('a question of two inline quizzes has an answer in each, and each student has their own', async () => {
  const { student_course_id, organization_id } = await selectStudentCourse(ctx, studentCourseId)
  const other = await takeCourse(app, await addStudent(app), 1, first!.component_id)
  const { component_id } = first!
  const answer = (quiz_id: number, value: number, id = student_course_id) =>
    ctx.tx((inner) =>
      insertInlineAnswer(inner, {
        student_course_id: id,
        organization_id,
        component_id,
        quiz_id,
        question_id: first!.question_ids[0]!,
        answer: value,
        correct: true,
      }),
    )
  expect((await answer(901, 1)).answer).toBe(1)
  expect((await answer(902, 2)).answer).toBe(2)
  expect((await answer(901, 3, other.studentCourseId)).answer).toBe(3)
  expect((await answer(901, 4)).answer).toBe(1)
  expect((await answer(902, 4)).answer).toBe(2)
  expect((await answer(901, 4, other.studentCourseId)).answer).toBe(3)
})

test('shows no answers if the course hides them', async () => {
  await setEditor(false)
  const { clearVersionCache } = await import('#modules/catalogue/versions/version-cache.ts')
  clearVersionCache()
  const [question] = (await questionsIn(first!.question_ids)) as [Question]
  const response = await submit(question.question_id, goodAnswer(question))
  expect(response.body.question).toMatchObject({
    correct_ind: null,
    configuration: { correct: null, editor: { show_answer: false } },
  })
  await setEditor(true)
  clearVersionCache()
})

test('the answers of an inline quiz can be read again', async () => {
  const [question] = (await questionsIn(first!.question_ids)) as [Question]
  await submit(question.question_id, goodAnswer(question))
  const expected = { question_id: question.question_id, answer: goodAnswer(question) }
  const response = await client.get(`/quiz/quiz-attempt/${first!.quiz_id}?student_course_id=${studentCourseId}`)
  expect(response.body.quizAttempt).toMatchObject({ quiz_id: first!.quiz_id, attempt: null, answers: [expected] })
  const reply = await client.get(
    `/quiz/quiz-attempt/multiple?student_course_id=${studentCourseId}&quiz_ids=${first!.quiz_id},${second!.quiz_id}`,
  )
  expect(reply.body.quizAttempts).toHaveLength(1)
  const stranger = await app.as(await addStudent(app))
  expect((await stranger.get(`/quiz/quiz-attempt/${first!.quiz_id}?student_course_id=${studentCourseId}`)).status).toBe(
    404,
  )
})
