import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { byBearer } from '#tests/support/outsiders.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const form = {
  name: 'Fleet sync',
  purpose: 'Enrolls drivers',
  contact_email: 'dev@fleet.example',
  'may MANAGE_STUDENTS:READ': 'on',
  action: 'create',
}

test('an Admin creates a client, sees its key once, changes it and revokes key and client', async () => {
  const created = await admin.visit('/manage/clients', form)
  const path = created.headers.get('location')!
  expect([created.status, path]).toEqual([303, expect.stringMatching(/^\/manage\/clients\/\d+$/)])
  const shown = await admin.visit(path, { action: 'key' })
  const key = /wp_live_[0-9A-Za-z]{46}/.exec(shown.text)?.[0] ?? ''
  const client = byBearer(app, key)
  expect((await client.get('/student/fetch')).status).toBe(200)
  const again = await admin.visit(path)
  expect(again.text).toContain(key.slice(0, 16))
  expect(again.text).not.toContain(key)
  expect((await admin.visit(path, { ...form, 'may MANAGE_STUDENTS:READ': '', action: 'save' })).text).toContain(
    'Choose at least one permission.',
  )
  const [row] = await app.database.read<{ client_key_id: number }>`select client_key_id from identity.client_key`
  expect((await admin.visit(path, { client_key_id: String(row!.client_key_id) })).status).toBe(303)
  expect((await client.get('/student/fetch')).status).toBe(401)
  expect((await admin.visit(path, { action: 'end' })).status).toBe(303)
  expect((await admin.visit('/manage/clients')).text).toContain('Revoked')
})

test('a wrong network is shown at its field, and nothing is created', async () => {
  const refused = await admin.visit('/manage/clients', { ...form, name: 'Other', networks: '127.0.0.1 300.1.1.1' })
  expect(refused.text).toContain('Enter addresses like 203.0.113.7')
  expect((await admin.visit('/manage/clients')).text).not.toContain('Other')
})

test('an instructor and an unknown client get no page', async () => {
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect((await instructor.visit('/manage/clients')).status).toBe(302)
  expect((await admin.visit('/manage/clients/999999')).headers.get('location')).toBe('/404')
})
