import { expect, test } from 'vitest'
import { answerQuestions } from '#tests/support/registration.ts'
import { fetchCertificate } from './certificates/fetch-certificate.ts'
import { issueCertificate } from './certificates/issue-certificate.ts'
import { listAnswers, sealOldAnswers } from './questions/registration-answer.sql.ts'
import { florida, openRegistrations } from './registration/registration.fixture.ts'
import { claimReport } from './reporting/claim-report.ts'
import { queueCompletionReport } from './reporting/queue-completion-report.ts'
import { openValue, sealValue } from './sealed.ts'
import { changeStatus } from './status/change-status.ts'
import { status } from './student-course/course-status.shared.ts'

const { app, addRegistration } = await openRegistrations()
const license = 'W426556678901'
const ssn = '4321'
const job = () => app.ctx({ kind: 'system', name: 'test' })

/** Every row about a course in the learning schema and the audit log, as in a backup. */
async function dumpRows(studentCourseId: number): Promise<string> {
  const [row] = await app.database.read<{ all: string }>`
    select concat(
      (select string_agg(to_jsonb(t)::text, '') from learning.registration_answer t where student_course_id = ${studentCourseId}),
      (select string_agg(to_jsonb(t)::text, '') from learning.completion_report t where student_course_id = ${studentCourseId}),
      (select string_agg(to_jsonb(t)::text, '') from learning.student_certificate t where student_course_id = ${studentCourseId}),
      (select string_agg(to_jsonb(t)::text, '') from platform.audit_event t)) as all`
  return row!.all
}

test('T-51: license and Social Security numbers are never stored in plain text, from registration to report and certificate', async () => {
  const { ctx, studentCourseId } = await addRegistration(florida)
  await answerQuestions(ctx, studentCourseId)
  const system = await job()
  await system.tx(async (inner) => {
    await inner.sql`
      update learning.student_course set lk_student_course_status_id = ${status.inProgress}
      where student_course_id = ${studentCourseId}`
    await changeStatus(inner, studentCourseId, status.passed, 'system')
    await inner.sql`
      update learning.student_course set passed_at = platform.now() where student_course_id = ${studentCourseId}`
    await queueCompletionReport(inner, studentCourseId)
  })
  await issueCertificate(system, studentCourseId)
  const dump = await dumpRows(studentCourseId)
  expect(dump).toContain('sealed')
  expect(dump).not.toContain(license)
  expect(dump).not.toContain(`"${ssn}"`)
  const [report] = await app.database.read<{ completion_report_id: number }>`
    select completion_report_id from learning.completion_report where student_course_id = ${studentCourseId}`
  const claim = await claimReport(system, report!)
  expect(claim?.record.student).toMatchObject({ driver_license: license, ssn_last_4: ssn })
  const openedRows = await app.database.read<{ purpose: string }>`
    select after ->> 'purpose' as purpose from platform.audit_event
    where action = 'personalData.open' and subject = ${`student_course_id:${studentCourseId}`} order by audit_event_id`
  expect(openedRows.map(({ purpose }) => purpose)).toEqual(['report', 'certificate'])
})

test('T-51: staff who open a certificate get its license number, and an audit row records them', async () => {
  const [certificate] = await app.database.read<{ student_certificate_id: number; student_course_id: number }>`
    select student_certificate_id, student_course_id from learning.student_certificate limit 1`
  const admin = await app.userId('admin@example.com')
  const ctx = await app.ctx(await app.actorOf(admin))
  const { student_certificate_id } = certificate!
  expect((await fetchCertificate.run(ctx, { student_certificate_id })).driver_license).toBe(license)
  const [row] = await app.database.read<{ actor_user_id: number }>`
    select actor_user_id from platform.audit_event
    where action = 'personalData.open' and after ->> 'purpose' = 'certificate details' order by audit_event_id desc limit 1`
  expect(row?.actor_user_id).toBe(admin)
})

test('T-51: values stored earlier are sealed gradually, and are unchanged when read', async () => {
  const { ctx, studentCourseId } = await addRegistration(florida)
  await answerQuestions(ctx, studentCourseId)
  await app.database.read`
    update learning.registration_answer set personal_answer = to_jsonb('A123456789012'::text)
    where student_course_id = ${studentCourseId} and question_id = 10158`
  const readRow = async () =>
    (await listAnswers(await job(), studentCourseId)).find(({ question_id }) => question_id === 10158)?.answer
  expect(await readRow()).toBe('A123456789012')
  await sealOldAnswers(await job())
  await sealOldAnswers(await job())
  expect(await dumpRows(studentCourseId)).not.toContain('A123456789012')
  expect(await readRow()).toBe('A123456789012')
})

test('T-51: a sealed value moved to another row does not open', async () => {
  const ctx = await job()
  const sealedValue = sealValue(ctx, ssn, 'registration:1:2')
  expect(openValue(ctx, sealedValue, 'registration:1:2')).toBe(ssn)
  expect(() => openValue(ctx, sealedValue, 'registration:1:3')).toThrow()
  expect(sealValue(ctx, null, 'registration:1:2')).toBeNull()
})
