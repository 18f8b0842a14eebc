import { expect, test } from 'vitest'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { fetchCompletionAnswers } from './fetch-completion-answers.ts'
import { refuseCompletion } from './refuse-completion.ts'
import { resubmitCompletion } from './resubmit-completion.ts'
import { sendReport } from './send-report.ts'

const world = await openCompletions()
const { job, owed, reportsOf } = world
const updates = () => world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'])

async function accepted() {
  const course = await owed({})
  await issueCertificate(job(), course.student_course_id)
  await sendReport(job(), course.completion_report_id, noSignal)
  expect(await reportsOf(course.student_course_id)).toMatchObject([{ state: 'accepted' }])
  return course
}

test('a late rejection recorded by staff is shown at the course, emailed to the student, and sent again', async () => {
  const { student_course_id, completion_report_id } = await accepted()
  const entered = { student_course_id, completion_report_id, code: ' cf032 ', message: 'License not on record.' }
  await refuseCompletion.run(updates(), entered)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'rejected' }])
  expect(await world.statusOf(student_course_id)).toBe(status.completionErrorFlhsmv)
  expect(world.facts).toContainEqual({
    fact: 'learning.report_rejected',
    data: { completion_report_id, student_course_id },
  })
  const resubmission = await resubmitCompletion.run(updates(), { student_course_id, driver_license: 'D123456789012' })
  await sendReport(job(), resubmission.completion_report_id, noSignal)
  expect(await world.statusOf(student_course_id)).toBe(status.certificateIssued)
  const { reports } = await fetchCompletionAnswers.run(updates(), { student_course_id })
  const opened = await world.database.read`
    select from platform.audit_event
    where action = 'personalData.open' and after ->> 'purpose' = 'corrected reports'`
  expect(opened).toHaveLength(1)
  expect(reports).toMatchObject([
    { number: 2, state: 'accepted', driver_license: 'D123456789012', answers: [{ outcome: 'accepted' }] },
    {
      number: 1,
      state: 'rejected',
      driver_license: null,
      answers: [
        { outcome: 'rejected', http_status: null, code: 'CF032', body: 'License not on record.' },
        { outcome: 'accepted', http_status: 201 },
      ],
    },
  ])
})

test('a rejection is recorded once, only for the accepted report, under simultaneous requests', async () => {
  const { student_course_id, completion_report_id } = await accepted()
  const entered = { student_course_id, completion_report_id, message: 'No such course.' }
  const code = 'REPORT_NOT_ACCEPTED'
  await expect(
    refuseCompletion.run(updates(), { ...entered, completion_report_id: completion_report_id + 1 }),
  ).rejects.toMatchObject({ kind: { code } })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => refuseCompletion.run(updates(), entered)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  await expect(refuseCompletion.run(updates(), entered)).rejects.toMatchObject({ kind: { code } })
})

test('refuses to reject an unsent report or without a reason, and returns 404 to other organizations', async () => {
  const { student_course_id, completion_report_id } = await owed({})
  const entered = { student_course_id, completion_report_id, message: 'No such course.' }
  await expect(refuseCompletion.run(updates(), entered)).rejects.toMatchObject({
    kind: { code: 'REPORT_NOT_ACCEPTED' },
  })
  await expect(refuseCompletion.run(updates(), { ...entered, message: '  ' })).rejects.toMatchObject({
    kind: { status: 400 },
  })
  await expect(refuseCompletion.run(world.staff(['MANAGE_STUDENTS:READ']), entered)).rejects.toMatchObject({
    kind: { status: 403 },
  })
  const foreignStaff = world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'], 2)
  await expect(refuseCompletion.run(foreignStaff, entered)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(fetchCompletionAnswers.run(foreignStaff, { student_course_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})
