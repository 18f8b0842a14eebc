import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const instructor_id = await app.userId('instructor@example.com')

test('an Admin finds administrators and instructors, with a link to each account', async () => {
  const administrators = await admin.visit('/manage/administrators')
  expect(administrators.status).toBe(200)
  expect(administrators.text).toContain('admin@example.com')
  expect(administrators.text).toContain('/manage/administrator/new/account')
  const instructors = await admin.visit('/manage/instructors')
  expect(instructors.text).toContain(`/manage/instructor/${instructor_id}/account`)
  expect(instructors.text).not.toContain('admin@example.com</td>')
})

test("an instructor's courses are listed with their number of students; students and other roles have none", async () => {
  const { status, text } = await admin.visit(`/manage/instructor/${instructor_id}/courses`)
  expect(status).toBe(200)
  for (const words of ['Basic Driver Improvement', 'Enrollments', 'Sub-instructors', 'Active'])
    expect(text).toContain(words)
  const admin_id = await app.userId('admin@example.com')
  const student_id = await app.userId('student@example.com')
  for (const id of [admin_id, student_id, 999_999])
    expect((await admin.visit(`/manage/instructor/${id}/courses`)).text).not.toContain('Basic Driver Improvement')
  const student = await app.as(student_id)
  expect((await student.visit(`/manage/instructor/${instructor_id}/courses`)).status).not.toBe(200)
  expect((await admin.visit('/manage/instructors')).text).toContain(`/manage/instructor/${instructor_id}/courses`)
})

test('support staff are added, listed, found and disabled; instructors do not see a list that they may not read', async () => {
  const profile = { first_name: 'Sol', last_name: 'Support', email: 'sol@example.com' }
  const { body } = await admin.post('/user/support/', { profile })
  const { user_id } = body.data
  const list = await admin.visit('/manage/support-staff')
  expect(list.status).toBe(200)
  expect(list.text).toContain(`/manage/support/${user_id}/account`)
  expect(list.text).toContain('/manage/support/new/account')
  expect((await admin.visit('/manage/instructors')).text).not.toContain('sol@example.com')
  expect((await admin.visit('/manage/support-staff?search=nobody')).text).not.toContain('sol@example.com')
  expect((await admin.visit(`/manage/support/${user_id}/account`)).text).toContain('Sol')
  const form = { action: 'deactivate', row: String(user_id), confirmed: '1', reason: 'On leave.' }
  await admin.visit('/manage/support-staff', form)
  const [row] = await app.database.read<{ lk_user_status_id: number }>`
    select lk_user_status_id from identity.person where user_id = ${user_id}`
  expect(row!.lk_user_status_id).toBe(2)
  const instructor = await app.as(instructor_id)
  expect((await instructor.get('/supportStaff/fetch')).status).toBe(403)
  expect((await app.visitor().get('/supportStaff/fetch')).status).toBe(401)
})

/** The plain form of the list, confirmed and with its reason. */
const disable = () =>
  admin.visit('/manage/instructors', {
    action: 'deactivate',
    row: String(instructor_id),
    confirmed: '1',
    reason: 'On leave.',
  })

test("an instructor is disabled and enabled again by the list's plain form", async () => {
  const statusOf = async () => {
    const [row] = await app.database.read<{ lk_user_status_id: number }>`
      select lk_user_status_id from identity.person where user_id = ${instructor_id}`
    return row!.lk_user_status_id
  }
  await disable()
  expect(await statusOf()).toBe(2)
  await admin.visit('/manage/instructors', { action: `activate:${instructor_id}` })
  expect(await statusOf()).toBe(1)
})

test('the list of administrators is for Admins only, even if others hold its permissions', async () => {
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, 'MANAGE_ADMIN:READ', true from identity.person where user_id = ${instructor_id}`
  const instructor = await app.as(instructor_id)
  const { status, headers, text } = await instructor.visit('/manage/administrators')
  expect(status === 200).toBe(false)
  expect([headers.get('location') ?? '', text].join()).not.toContain('admin@example.com')
})

test('an instructor is invited, invited again and withdrawn, all by plain forms', async () => {
  const page = '/manage/invitations'
  expect((await admin.visit('/manage/instructors')).text).toContain(`href="${page}"`)
  const response = await admin.visit(page, { email: 'tia@example.com', first_name: 'Tia', last_name: '' })
  expect(response.headers.get('location')).toBe(page)
  const invited = () => app.facts.filter(({ fact }) => fact === 'identity.instructor_invited').length
  expect(invited()).toBe(1)
  const { text } = await admin.visit(page)
  expect(text).toContain('tia@example.com')
  const id = /value="resend:(\d+)"/.exec(text)?.[1]
  await admin.visit(page, { action: `resend:${id}` })
  expect(invited()).toBe(2)

  const repeatedResponse = await admin.visit(page, { email: 'tia@example.com', first_name: 'Tia', last_name: 'T' })
  expect(repeatedResponse.status).toBe(409)
  expect(repeatedResponse.text).toContain('This person already has an open invitation.')
  const reply = await admin.visit(page, { email: 'nobody', first_name: 'Nobody', last_name: '' })
  expect(reply.text).toContain('value="nobody"')
  expect(reply.text).toContain('aria-invalid="true"')

  await admin.visit(page, { action: `revoke:${id}` })
  expect((await admin.visit(page)).text).toContain('No open invitations.')
  expect((await admin.visit(page, { action: `resend:${id}` })).status).toBe(409)
  const instructor = await app.as(instructor_id)
  expect((await instructor.visit(page)).headers.get('location')).toBe('/dashboard')
})

test('View As is offered for people who can be viewed, not for the disabled', async () => {
  const isOffered = async (path: string) => (await admin.visit(path)).text.includes(`/manage/view-as/${instructor_id}`)
  expect(await isOffered('/manage/instructors')).toBe(true)
  await disable()
  expect(await isOffered('/manage/instructors')).toBe(false)
  await admin.visit('/manage/instructors', { action: `activate:${instructor_id}` })
})
