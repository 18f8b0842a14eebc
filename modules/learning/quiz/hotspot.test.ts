import { beforeAll, expect, test } from 'vitest'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { questionWith } from '#modules/learning/questions/question.fixture.ts'
import { addStudent, drawnOf, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const quiz = 1011
let src = ''

beforeAll(async () => {
  await read`
    update catalogue.course_version
    set course_registration_options = jsonb_set(course_registration_options, '{enabled}', 'false')`
  const [attachment] = await read<{ attachment_id: number }>`
    insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, visible_to)
    select organization_id, 1, 'street.png', file_key, content_type, size_bytes, 'learners'
    from catalogue.attachment where source_path = 'media/sign-stop.png' returning attachment_id`
  src = `/media/${attachment!.attachment_id}/street.png`
  const { configuration } = questionWith(questionType.hotspot, { picture: { src, alt: 'A street' } })
  // The quiz has one question, answered on a picture.
  await read`
    with quiz as (select (data ->> 'quiz_id')::int as quiz_id from catalogue.component
                  where course_version_id = 1 and component_id = ${quiz}),
         rest as (delete from catalogue.question q using quiz
                  where q.quiz_id = quiz.quiz_id and q.course_version_id = 1 and q.position > 1)
    update catalogue.question q
    set lk_question_type_id = ${questionType.hotspot}, configuration = ${read.json(configuration as never)}
    from quiz where q.quiz_id = quiz.quiz_id and q.course_version_id = 1 and q.position = 1`
  await read`
    update catalogue.component set data = jsonb_set(data, '{configuration,review,student}', 'true')
    where course_version_id = 1 and component_id = ${quiz}`
})

async function sit() {
  const user_id = await addStudent(app)
  const client = await app.as(user_id)
  const quizKey = await takeCourse(app, user_id, 1, quiz)
  const { quiz_attempt_id } = (await client.post('/quiz/start', quizKey)).body
  const [question] = await drawnOf(app, quizKey)
  return { client, place: quizKey, quiz_attempt_id, questionId: question!.question_id }
}
type Seat = Awaited<ReturnType<typeof sit>>
const at = (path: string, { place }: Seat, overrides: Record<string, unknown>) =>
  `${path}?${new URLSearchParams(Object.entries({ ...place, ...overrides }).map(([name, value]) => [name, String(value)]))}`

async function submitAnswer(answer: unknown) {
  const seat = await sit()
  const { client, place, quiz_attempt_id: quizAttemptId, questionId } = seat
  const { question } = (await client.get(at('/quiz/question', seat, { questionId }))).body
  const submittedResponse = await client.post('/quiz/answer/submit', { ...place, questionId, answer })
  const response =
    submittedResponse.status === 200 ? await client.post('/quiz/finish', { ...place, quizAttemptId }) : null
  return { seat, question, submitted: submittedResponse, ended: response }
}

test.each([
  ['a point in the right area', { x: 47.5, y: 30 }, true],
  ['a point on its border', { x: 55, y: 50 }, true],
  ['a point beside it', { x: 55.5, y: 50 }, false],
  ['a point in another area', { x: 25, y: 30 }, false],
  ['its name from the list', 2, true],
  ['the name of another area', 3, false],
])('%s: the server grades %j: %s', async (_, answer, passed) => {
  const { ended, submitted } = await submitAnswer(answer)
  expect(submitted.body.question.answer).toEqual(answer)
  expect(ended!.body.passed).toBe(passed)
})

test.each([{ x: 101, y: 5 }, { x: 5 }, { x: -0.01, y: 5 }, 77, [1, 2], { 1: 'one' }])(
  'refuses the answer %j with the specified message',
  async (answer) => {
    const { submitted } = await submitAnswer(answer)
    expect(submitted.status).toBe(400)
    expect(submitted.body.issues[0].message).toBe('One or more answer you provided is invalid')
  },
)

const statusOfPicture = async (client: Client) => (await client.visit(src)).status

test('returns the picture and the names of areas, and the correct area once the quiz is graded', async () => {
  const { seat, question } = await submitAnswer({ x: 5, y: 5 })
  expect(question.configuration).toMatchObject({ picture: { src, alt: 'A street' } })
  expect(question.configuration.options).toHaveLength(3)
  for (const secret of ['area', 'correct"', 'rectangle']) expect(JSON.stringify(question)).not.toContain(secret)
  const review = await seat.client.get(at('/quiz/review', seat, { quizAttemptId: seat.quiz_attempt_id }))
  const [reviewed] = review.body.questions
  expect(reviewed).toMatchObject({ correct_ind: false, right: 2, answer: { x: 5, y: 5 } })
  expect(reviewed.configuration.options.find(({ id }: { id: number }) => id === 2).area).toEqual({
    kind: 'rectangle',
    x: 40,
    y: 20,
    width: 15,
    height: 30,
  })
  expect(await statusOfPicture(seat.client)).toBe(200)
  expect(await statusOfPicture(await app.as(await addStudent(app)))).toBe(404)
})
