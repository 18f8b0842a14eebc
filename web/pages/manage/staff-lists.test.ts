import { expect, test } from 'vitest'
import { openTestApp } from '../../../tests/support/app.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const instructor_id = await app.userId('instructor@example.com')

test('an Admin finds administrators and instructors, and the way to each account', async () => {
  const administrators = await admin.visit('/manage/administrators')
  expect(administrators.status).toBe(200)
  expect(administrators.text).toContain('admin@example.com')
  expect(administrators.text).toContain('/manage/administrator/new/account')
  const instructors = await admin.visit('/manage/instructors')
  expect(instructors.text).toContain(`/manage/instructor/${instructor_id}/account`)
  expect(instructors.text).not.toContain('admin@example.com</td>')
})

test('an instructor is disabled and enabled again by the plain form of the list', async () => {
  const statusOf = async () => {
    const [row] = await app.database.read<{ lk_user_status_id: number }>`
      select lk_user_status_id from identity.person where user_id = ${instructor_id}`
    return row!.lk_user_status_id
  }
  await admin.visit('/manage/instructors', { action: `deactivate:${instructor_id}` })
  expect(await statusOf()).toBe(2)
  await admin.visit('/manage/instructors', { action: `activate:${instructor_id}` })
  expect(await statusOf()).toBe(1)
})

test('the administrators are for Admins alone, whatever keys somebody else holds', async () => {
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, 'MANAGE_ADMIN:READ', true from identity.person where user_id = ${instructor_id}`
  const instructor = await app.as(instructor_id)
  const { status, headers, text } = await instructor.visit('/manage/administrators')
  expect(status === 200).toBe(false)
  expect([headers.get('location') ?? '', text].join()).not.toContain('admin@example.com')
})
