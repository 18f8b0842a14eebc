import { expect, test } from 'vitest'
import { deleteAnswers, saveAnswer, startTimer } from '#modules/learning/questions/registration-answer.sql.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { answerQuestions } from '#tests/support/registration.ts'
import { openRegistrations, permit, spanish } from './registration.fixture.ts'

const { app, addRegistration, courseOf, rowsOf, setStatus } = await openRegistrations()
const { read } = app.database

const [hidden, timed, kept] = [30064, 30067, 30068]

/** A student with an answer to each of three questions, one of them timed. */
async function answerAll() {
  const student = await addRegistration(spanish)
  const course = await courseOf(student.studentCourseId)
  await student.ctx.tx(async (ctx) => {
    await startTimer(ctx, course, timed, 30)
    for (const question_id of [hidden, timed, kept])
      await saveAnswer(ctx, course, {
        question_id,
        answer: 'W426556678901',
        personal: question_id === timed,
        submitted: true,
        needs_review: true,
      })
  })
  return { ...student, course }
}

test("deleted answers are the student's own to these questions; a started timer stays, without the answer", async () => {
  const [student, other] = [await answerAll(), await answerAll()]
  const before = await rowsOf(other.studentCourseId)
  await student.ctx.tx((ctx) => deleteAnswers(ctx, student.course, [hidden, timed]))
  const rows = await read`
    select question_id, answer, personal_answer, answered_at, submitted_at, timer_starts, timer_expires_at, needs_review
    from learning.registration_answer where student_course_id = ${student.studentCourseId} order by question_id`
  const empty = { answer: null, personal_answer: null, answered_at: null, submitted_at: null, timer_expires_at: null }
  expect(rows).toMatchObject([
    { question_id: timed, ...empty, timer_starts: 1, needs_review: false },
    { question_id: kept, answer: 'W426556678901', timer_starts: 0, needs_review: true },
  ])
  expect(await rowsOf(other.studentCourseId)).toEqual(before)
  await student.ctx.tx((ctx) => deleteAnswers(ctx, student.course, []))
  expect(await rowsOf(student.studentCourseId)).toHaveLength(2)
})

test('submitting submits every answer of the student, takes over the stated date of birth and is audited once', async () => {
  const [student, other] = [await addRegistration(permit), await addRegistration(permit)]
  for (const { ctx, studentCourseId } of [student, other]) await answerQuestions(ctx, studentCourseId)
  const saved = () => read`update learning.registration_answer set submitted_at = null`
  await saved()
  const state = async ({ studentCourseId, user_id }: typeof student) => {
    const [row] = await read`
      select count(a.submitted_at)::int as submitted,
        (select dob::text from identity.person where user_id = ${user_id}) as dob,
        (select count(*)::int from platform.audit_event where action = 'registration.submit'
           and subject_user_id = ${user_id} and subject = ${`student_course_id:${studentCourseId}`}) as audited
      from learning.registration_answer a where student_course_id = ${studentCourseId}`
    return row
  }
  const open = { submitted: 0, dob: null, audited: 0 }
  expect([await state(student), await state(other)]).toEqual([open, open])
  expect((await student.client.post('/registration/submit', { studentCourseId: student.studentCourseId })).status).toBe(
    200,
  )
  const rows = await rowsOf(student.studentCourseId)
  const birth = rows.find(({ question_id }) => question_id === 40083)!.answer as string
  const [month, day, year] = birth.split('/')
  expect(await state(student)).toEqual({ submitted: rows.length, dob: `${year}-${month}-${day}`, audited: 1 })
  expect(await state(other)).toEqual(open)
})

test('completing the registration opens a course that was not begun, and leaves a later status', async () => {
  const after: Record<number, number> = {}
  for (const courseStatus of [1, 11, 3, 4, 12, 13, 21]) {
    const { ctx, client, studentCourseId } = await addRegistration(spanish)
    await answerQuestions(ctx, studentCourseId)
    await client.post('/registration/submit', { studentCourseId })
    await setStatus(studentCourseId, courseStatus)
    expect((await client.post('/registration/complete', { studentCourseId })).status).toBe(200)
    after[courseStatus] = (await courseOf(studentCourseId)).lk_student_course_status_id
  }
  expect(after).toEqual({ 1: status.paidRegistered, 11: status.paidRegistered, 3: 3, 4: 4, 12: 12, 13: 13, 21: 21 })
})
