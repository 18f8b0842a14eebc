import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { findRefusedEmail } from '#modules/learning/entry.ts'
import { reportingState, status } from '#modules/learning/index.ts'
import type { Locale } from '#platform/texts.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'
import { bellsOf } from '#tests/support/bells.ts'

const app = await openTestApp({ jobs: true })
const user_id = await app.userId('student@example.com')
await app.database.read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${user_id}`
const bell = async (locale: Locale = 'en-us') =>
  (await bellsOf(app.database, user_id, locale)).filter(({ cause }) => cause.startsWith('learning.report'))

test('a refused completion sends the student one email and one notification with the field to correct', async () => {
  const student_course_id = await passCourse(app, user_id, 1, 'D123')
  expect((await app.runJobs()).failed).toEqual([])
  expect((await app.runJobs(true)).failed).toEqual([])
  const emails = app.mail.sent.filter(({ subject }) => subject.startsWith("We couldn't report your completion"))
  expect(emails).toHaveLength(1)
  const { to, text } = emails[0]!
  expect(to).toBe('student@example.com')
  expect(text).toContain('Florida Department of Highway Safety and Motor Vehicles')
  expect(text).toContain("doesn't accept the driver license number")
  expect(text).toContain(`/course/${student_course_id}/disabled`)
  expect(text).not.toContain('D123')
  const href = `/course/${student_course_id}/disabled`
  expect(await bell()).toMatchObject([
    { text: "We couldn't report your completion of Basic Driver Improvement.", href },
  ])
  expect(await bell('es-es')).toMatchObject([
    { text: 'No pudimos informar que terminó Basic Driver Improvement.', href },
  ])
})

test('the email is in Spanish for students who read Spanish, and is not sent once the course is refunded or the data corrected', async () => {
  await app.database.read`update identity.person set lk_language_id = 2 where user_id = ${user_id}`
  app.mail.sent.length = 0
  const student_course_id = await passCourse(app, user_id, 1, 'D124')
  await app.runJobs()
  const emails = () => app.mail.sent.filter(({ subject }) => subject.startsWith('No pudimos informar'))
  expect(emails()).toHaveLength(1)
  expect(emails()[0]!.text).toContain('no acepta el número de la licencia')
  await app.database.read`update identity.person set lk_language_id = 1 where user_id = ${user_id}`
  const { completion_report_id } = (await reportingState(await app.ctx(), student_course_id))!
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const isDue = async () => (await findRefusedEmail(ctx, completion_report_id)) !== null
  expect(await isDue()).toBe(true)
  const setStatus = (statusId: number) => app.database.read`
    update learning.student_course set lk_student_course_status_id = ${statusId} where student_course_id = ${student_course_id}`
  await setStatus(status.refunded)
  expect(await isDue()).toBe(false)
  await setStatus(status.completionErrorFlhsmv)
  const staff = await app.as(await app.userId('admin@example.com'))
  await staff.post('/report/resubmitCompletion', { student_course_id, driver_license: 'D123456789012' })
  expect(await isDue()).toBe(false)
})

test('staff see the refusal on the course page, correct the number, and the report is accepted', async () => {
  const student_course_id = await passCourse(app, user_id, 1, 'D125')
  await app.runJobs()
  const student = await app.as(user_id)
  const page = `/manage/completion-report/${student_course_id}`
  expect((await student.visit(page)).headers.get('location')).toBe('/dashboard')
  const reply = await student.visit(`/course/${student_course_id}/disabled`)
  expect(reply.text).toContain("doesn't accept the driver license number")
  // Students correct the state that issued the license, not the number that proved who they are.
  expect(reply.text).toContain('name="lk_license_state_id"')
  expect(reply.text).not.toContain('name="driver_license"')

  const staff = await app.as(await app.userId('admin@example.com'))
  expect((await staff.visit(`/manage/student/${user_id}/account?tab=courses`)).text).toContain(`href="${page}"`)
  const response = await staff.visit(page)
  for (const text of ['CF032', 'Driver license number is not in Florida format.', 'Reporting error'])
    expect(response.text).toContain(text)
  const wrongResponse = await staff.visit(page, { driver_license: 'D 1' })
  expect(wrongResponse.text).toContain('Enter 5 to 25 letters, digits, spaces, hyphens and asterisks.')
  // A number refused for another reason was not questioned yet, so the page does not confirm it.
  expect(wrongResponse.text).not.toContain('name="confirmed_license"')
  const unusual = await staff.visit(page, { driver_license: '12345', lk_license_state_id: '10' })
  expect(unusual.text).toContain('name="confirmed_license" value="12345"')
  const correction = await staff.visit(page, { driver_license: 'd123456789012' })
  expect(correction.status).toBe(303)
  await app.runJobs()
  const after = await staff.visit(page)
  expect(after.text).toContain('Reported')
  expect(after.text).toMatch(/FL-\d{7}/)
  expect(after.text).not.toContain('name="driver_license"')
  expect((await staff.visit('/manage/completion-report/999999')).headers.get('location')).toBe('/404')
})

test('a student who can correct the data sends the report again from the course page', async () => {
  const student_course_id = await passCourse(app, user_id, 1, 'D126')
  await app.runJobs()
  await app.database.read`
    update learning.completion_report set code = 'DV130' where student_course_id = ${student_course_id}`
  const student = await app.as(user_id)
  const path = `/course/${student_course_id}/disabled`
  const response = await student.visit(path)
  expect(response.text).toContain('The address is incomplete')
  expect(response.text).toContain('Report again')
  const reply = await student.visit(path, {})
  expect(reply.status).toBe(303)
  const waitingResponse = await student.visit(path)
  expect(waitingResponse.text).toContain('We are reporting your completion')
  for (const text of ['Report again', 'must be corrected first']) expect(waitingResponse.text).not.toContain(text)
  expect(await reportingState(await app.ctx(), student_course_id)).toMatchObject({ state: 'pending' })
})

test('sends one report when staff and the student submit at the same time', async () => {
  const student_course_id = await passCourse(app, user_id, 1, 'D127')
  await app.runJobs()
  const student = await app.as(user_id)
  const staff = await app.as(await app.userId('admin@example.com'))
  const input = { student_course_id, driver_license: 'D123456789012' }
  const responses = await Promise.all([
    staff.post('/report/resubmitCompletion', input),
    student.visit(`/course/${student_course_id}/disabled`, {}),
    staff.post('/report/resubmitCompletion', input),
  ])
  expect(responses.filter(({ status }) => status === 200 || status === 303)).toHaveLength(1)
  const reports = await app.database.read`
    select state from learning.completion_report where student_course_id = ${student_course_id} order by number`
  expect(reports).toMatchObject([{ state: 'rejected' }, { state: 'due' }])
})

test('another organization cannot find the report, and staff with read access cannot send it', async () => {
  const student_course_id = await passCourse(app, user_id, 1, 'D128')
  await app.runJobs()
  const page = `/manage/completion-report/${student_course_id}`
  const stranger = await addSomeone(app, 'LSD', 1)
  expect((await stranger.visit(page)).headers.get('location')).toBe('/404')
  expect((await stranger.visit(page, { driver_license: 'D123456789012' })).headers.get('location')).toBe('/404')
  const reader = await addSomeone(app, 'SSD', 2)
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader.user_id}, 1, 'MANAGE_STUDENTS:READ', true), (${reader.user_id}, 1, 'MANAGE_STUDENTS:UPDATE', false)`
  const response = await reader.visit(page)
  expect(response.text).toContain('CF032')
  expect(response.text).not.toContain('driver_license')
  expect((await reader.visit(page, { driver_license: 'D123456789012' })).headers.get('location')).toBe('/dashboard')
  const other = await addSomeone(app)
  expect((await other.visit(`/course/${student_course_id}/disabled`, {})).headers.get('location')).toBe('/404')
  const reports = await app.database.read`
    select 1 from learning.completion_report where student_course_id = ${student_course_id}`
  expect(reports.count).toBe(1)
})
