import { expect, test } from 'vitest'
import { reviewed } from '#modules/learning/facts.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const staff = await app.as(await app.userId('instructor@example.com'))

/** A student with this language and an attempt awaiting review. */
async function submitAttempt(lk_language_id = 1) {
  const user_id = await addStudent(app)
  await read`update identity.person set lk_language_id = ${lk_language_id} where user_id = ${user_id}`
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, 1, 1011)
  const [attempt] = await read<{ quiz_attempt_id: number }>`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      lk_quiz_attempt_status_id, threshold, submitted_at, points, total)
    values (1, ${student_course_id}, 1011, 1, 1, 3, 70, platform.now(), 4, 6) returning quiz_attempt_id`
  return { user_id, student_course_id, ...attempt! }
}
async function sentBy(decide: () => Promise<{ status: number; text: string }>) {
  // The enrollment email is sent before the decision.
  expect((await app.runJobs()).failed).toEqual([])
  const before = app.mail.sent.length
  const result = await decide()
  expect(result.status, result.text).toBe(200)
  expect((await app.runJobs()).failed).toEqual([])
  expect((await app.runJobs()).failed).toEqual([])
  return app.mail.sent.slice(before)
}
const grade = (quiz_attempt_id: number, lk_quiz_attempt_status_id: number, comment?: string) => () =>
  staff.post('/quiz/submissions/submit', { quiz_attempt_id, version: 1, lk_quiz_attempt_status_id, comment })

test.each([
  [4, 'You passed: Chapter 1 Quiz', 'You passed it.'],
  [5, "You didn't pass: Chapter 1 Quiz", 'Open the quiz to see what you can do next.'],
  [6, 'Please review and resubmit: Chapter 1 Quiz', 'Instructor: Say more.'],
])('emails the student once, with a link, when a quiz gets status %i', async (status, subject, sentence) => {
  const { quiz_attempt_id, student_course_id } = await submitAttempt()
  const emails = await sentBy(grade(quiz_attempt_id, status, 'Say more.'))
  expect(emails.map((email) => email.subject)).toEqual([subject])
  expect(emails[0]!.text).toContain(sentence)
  expect(emails[0]!.text).toContain(`/course/${student_course_id}/quiz/1011/summary`)
})

test('uses the language of the student', async () => {
  const { quiz_attempt_id } = await submitAttempt(2)
  const [email] = await sentBy(grade(quiz_attempt_id, 4))
  expect(email!.subject).toBe('Aprobó: Chapter 1 Quiz')
  expect(email!.text).toContain('Usted lo aprobó.')
})

test('includes the reason when a course needs attention', async () => {
  const { student_course_id } = await submitAttempt()
  const emails = await sentBy(() =>
    staff.post('/course/setStudentCourseStatus', {
      student_course_id,
      lk_student_course_status_id: 13,
      notes: 'Send us your court order.',
    }),
  )
  expect(emails.map((email) => email.subject)).toEqual(['Your course needs your attention'])
  expect(emails[0]!.text).toContain('Instructor: Send us your court order.')
})

test('emails the student once when two staff members reopen a course at the same time', async () => {
  const { student_course_id } = await submitAttempt()
  const other = await app.as(await app.userId('admin@example.com'))
  const change = { student_course_id, lk_student_course_status_id: 4, notes: 'Spoke on the phone.' }
  await read`
    update learning.student_course set lk_student_course_status_id = 9, lk_student_course_status_reason_id = 7
    where student_course_id = ${student_course_id}`
  const emails = await sentBy(async () => {
    const [response, two] = await Promise.all(
      [staff, other].map((client) => client.post('/course/setStudentCourseStatus', change)),
    )
    expect(response!.status).toBe(200)
    return two!
  })
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your course is open again: ')])
})

test('emails the reason when staff reopen a disabled course, unless the appeal email covers it', async () => {
  const lock = (student_course_id: number) => read`
    update learning.student_course set lk_student_course_status_id = 9, lk_student_course_status_reason_id = 7
    where student_course_id = ${student_course_id}`
  const { student_course_id } = await submitAttempt()
  const notes = 'Spoke on the phone.'
  for (const unlock of [
    () => staff.post('/security/unlock', { student_course_id, notes }),
    () => staff.post('/course/setStudentCourseStatus', { student_course_id, lk_student_course_status_id: 4, notes }),
  ]) {
    await lock(student_course_id)
    const [email, ...more] = await sentBy(unlock)
    expect(more).toEqual([])
    expect(email!.subject).toContain('Your course is open again: ')
    expect(email!.text).toContain(notes)
  }
  // Disabled again before the email is sent: its content would be outdated.
  await lock(student_course_id)
  const reopened = await sentBy(async () => {
    const response = await staff.post('/security/unlock', { student_course_id, notes: 'Welcome back.' })
    await read`
      update learning.student_course set lk_student_course_status_id = 9 where student_course_id = ${student_course_id}`
    return response
  })
  expect(reopened).toEqual([])
  await lock(student_course_id)
  const [appeal] = await read<{ identity_appeal_id: number }>`
    insert into learning.identity_appeal (student_course_id, organization_id, words)
    values (${student_course_id}, 1, 'It was me.') returning identity_appeal_id`
  const emails = await sentBy(() =>
    staff.post('/security/answerAppeal', { ...appeal!, accepted: true, reply: 'We believe you.' }),
  )
  expect(emails.map(({ subject }) => subject)).toEqual(['Your appeal was answered'])
})

test('sends no email during grading and only one for each decision', async () => {
  const { quiz_attempt_id } = await submitAttempt()
  expect(await sentBy(grade(quiz_attempt_id, 3))).toEqual([])
  const decided = await submitAttempt()
  const emails = await sentBy(grade(decided.quiz_attempt_id, 4))
  expect(emails).toHaveLength(1)
  const fact = app.facts.findLast(({ fact }) => fact === 'learning.reviewed')!
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const repeatedEmails = await sentBy(async () => {
    await ctx.tx((inner) => inner.emit(reviewed, fact.data))
    return { status: 200, text: '' }
  })
  expect(repeatedEmails).toEqual([])
})
