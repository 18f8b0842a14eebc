import { beforeAll, expect, test } from 'vitest'
import { addStudent, badAnswer, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readSheet } from '#tests/support/read-sheet.ts'

const app = await openTestApp()
const { read } = app.database
const staff = await app.as(await app.userId('instructor@example.com'))

beforeAll(async () => {
  await read`
    update catalogue.course_version
    set course_registration_options = course_registration_options || '{"enabled": false, "confirmRegistration": false}'`
})

const quizComponent = 1011
const quizId = async () => {
  const [row] = await read<{ quiz_id: number }>`
    select (data ->> 'quiz_id')::int as quiz_id from catalogue.component where component_id = ${quizComponent}`
  return row!.quiz_id
}

/** A student of an organization with an attempt whose first answer is wrong; finished or still open. */
async function attempt(organization_id: number, finished = true) {
  const user_id = await addStudent(app, organization_id)
  const client = await app.as(user_id)
  const place = await takeCourse(app, user_id, 1, quizComponent)
  const { quiz_attempt_id } = (await client.post('/quiz/start', place)).body as { quiz_attempt_id: number }
  await read`update learning.quiz_answer set served_at = platform.now() where quiz_attempt_id = ${quiz_attempt_id}`
  const questions = await drawnOf(app, place)
  for (const [index, question] of questions.entries()) {
    const answer = index === 0 ? badAnswer(question) : goodAnswer(question)
    await client.post('/quiz/answer/submit', { ...place, questionId: question.question_id, answer })
  }
  if (finished) await client.post('/quiz/finish', { ...place, quizAttemptId: quiz_attempt_id })
  return { user_id, client, questions, student_course_id: place.studentCourseId }
}

const exported = async (quiz_id: number, caller = staff) => caller.get(`/quiz/exportStudentAnswers?quiz_id=${quiz_id}`)

test('a quiz not finished by any student in scope is refused with an explanation, like an unknown one', async () => {
  await attempt(1, false)
  for (const quiz_id of [await quizId(), 999_999]) {
    const { status, body } = await exported(quiz_id)
    expect([status, body.code]).toEqual([404, 'NO_ANSWERS'])
  }
})

test('the spreadsheet has a row per answer of each finished attempt, and names who exported it', async () => {
  const { questions, student_course_id } = await attempt(1)
  const { status, headers, bytes } = await exported(await quizId())
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(`quiz-${await quizId()}-export.xlsx`),
  ])
  const { headings, rows, about, types } = await readSheet(bytes)
  expect(types).toEqual(['text'])
  const cell = (row: string[], heading: string) => row[headings.indexOf(heading)]
  const courseRows = rows.filter((row) => cell(row, 'Course Number') === String(student_course_id))
  expect(courseRows.map((row) => cell(row, 'Question Text'))).toEqual(
    questions.map(({ configuration }) => configuration.title),
  )
  expect(cell(courseRows[0]!, 'Correct')).toBe('No')
  expect(courseRows.filter((row) => cell(row, 'Correct') === 'Yes')).not.toEqual([])
  expect(courseRows.every((row) => cell(row, 'Attempt') === '1' && cell(row, 'Answer') !== '')).toBe(true)
  expect(about.flat()).toContain(`quiz-${await quizId()}-export.xlsx`)
  const [event] = await read`
    select count(*)::int as count from platform.audit_event where action = 'quiz.exportStudentAnswers'`
  expect(event).toEqual({ count: 1 })
})

test('the spreadsheet has every attempt, however many are read at a time', async () => {
  const { student_course_id } = await attempt(1)
  await read`
    with copies as (
      insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
                                         lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
      select organization_id, student_course_id, component_id, quiz_id, attempt_number + n, lk_quiz_attempt_status_id,
             threshold, submitted_at, points, total, passed
      from learning.quiz_attempt, generate_series(1, 200) n where student_course_id = ${student_course_id}
      returning quiz_attempt_id)
    insert into learning.quiz_answer (organization_id, quiz_attempt_id, question_id, position, required, no_edit_after_save)
    select a.organization_id, c.quiz_attempt_id, a.question_id, a.position, a.required, a.no_edit_after_save
    from copies c, learning.quiz_answer a join learning.quiz_attempt t using (quiz_attempt_id)
    where t.student_course_id = ${student_course_id} and a.position = 1`
  const { headings, rows } = await readSheet((await exported(await quizId())).bytes)
  const cellOf = (row: string[], heading: string) => row[headings.indexOf(heading)]
  const numbers = rows
    .filter((row) => cellOf(row, 'Course Number') === String(student_course_id))
    .map((row) => Number(cellOf(row, 'Attempt')))
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 201 }, (_, index) => index + 1)))
})

test('T-22: staff of a sibling organization find nothing, and students and staff without the permission are refused', async () => {
  const { client } = await attempt(1)
  const stranger = await addStudent(app, 2)
  await read`update identity.person set lk_user_role_id = 1 where user_id = ${stranger}`
  const [{ code } = { code: '' }] = await read<{ code: string }>`
    select code from identity.organization where organization_id = 2`
  const response = await exported(await quizId(), await app.as(stranger, code))
  expect([response.status, response.body.code]).toEqual([404, 'NO_ANSWERS'])
  expect((await exported(await quizId(), client)).status).toBe(403)
  const [{ user_id } = { user_id: 0 }] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 4, 'exporter@example.com', 'exporter@example.com') returning user_id`
  expect((await exported(await quizId(), await app.as(user_id))).status).toBe(403)
})
