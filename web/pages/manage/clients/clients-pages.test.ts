import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { openTestApp } from '#tests/support/app.ts'
import { byBearer } from '#tests/support/outsiders.ts'

const app = await openTestApp()
// Before the first request, which caches the tree of organizations.
const [root] = await app.database.read<{ organization_id: number }>`
  select organization_id from identity.organization where default_ind`
const below = await app.database.tx((sql) =>
  insertOrganization(sql, { code: 'LOW', name: 'Lower School', parent_organization_id: root!.organization_id }),
)
const admin = await app.as(await app.userId('admin@example.com'))
const form = {
  name: 'Fleet sync',
  purpose: 'Enrolls drivers',
  contact_email: 'dev@fleet.example',
  'may MANAGE_STUDENTS:READ': 'on',
  action: 'create',
}

test('an Admin creates a client, sees its key once, changes it and revokes key and client', async () => {
  const createdResponse = await admin.visit('/manage/clients', form)
  const path = createdResponse.headers.get('location')!
  expect([createdResponse.status, path]).toEqual([303, expect.stringMatching(/^\/manage\/clients\/\d+$/)])
  const response = await admin.visit(path, { action: 'key' })
  const key = /wp_live_[0-9A-Za-z]{46}/.exec(response.text)?.[0] ?? ''
  const client = byBearer(app, key)
  expect((await client.get('/student/fetch')).status).toBe(200)
  const repeatedResponse = await admin.visit(path)
  expect(repeatedResponse.text).toContain(key.slice(0, 16))
  expect(repeatedResponse.text).not.toContain(key)
  expect((await admin.visit(path, { ...form, 'may MANAGE_STUDENTS:READ': '', action: 'save' })).text).toContain(
    'Choose at least one permission.',
  )
  const [row] = await app.database.read<{ client_key_id: number }>`select client_key_id from identity.client_key`
  expect((await admin.visit(path, { client_key_id: String(row!.client_key_id) })).status).toBe(303)
  expect((await client.get('/student/fetch')).status).toBe(401)
  expect((await admin.visit(path, { action: 'end' })).status).toBe(303)
  expect((await admin.visit('/manage/clients')).text).toContain('Revoked')
})

test('an Admin creates a test key, sees it once, and revokes it', async () => {
  const sentBody = { action: 'testKey', test_name: 'Trial of the fleet', test_contact_email: 'dev@fleet.example' }
  const refusedResponse = await admin.visit('/manage/clients', { ...sentBody, test_name: ' ' })
  expect(refusedResponse.text).toContain('Enter a name for the key.')
  const response = await admin.visit('/manage/clients', sentBody)
  const key = /wp_test_[0-9A-Za-z]{46}/.exec(response.text)?.[0] ?? ''
  // The next key starts with empty fields.
  expect(response.text).not.toContain('value="Trial of the fleet"')
  expect(response.text).not.toContain('value="dev@fleet.example"')
  const client = byBearer(app, key)
  expect((await client.get('/test/clock')).status).toBe(200)
  const repeatedResponse = await admin.visit('/manage/clients')
  expect(repeatedResponse.text).toContain('Trial of the fleet')
  expect(repeatedResponse.text).toContain(key.slice(0, 16))
  expect(repeatedResponse.text).not.toContain(key)
  const [row] = await app.database.read<{ id: number }>`
    select client_id as id from identity.client where name = 'Trial of the fleet'`
  const test_client_id = String(row!.id)
  expect((await admin.visit('/manage/clients', { test_client_id })).status).toBe(303)
  expect((await client.get('/test/clock')).status).toBe(401)
  expect((await admin.visit('/manage/clients')).text).not.toContain('Trial of the fleet')
})

test('a wrong network is shown at its field, and nothing is created', async () => {
  const response = await admin.visit('/manage/clients', { ...form, name: 'Other', networks: '127.0.0.1 300.1.1.1' })
  expect(response.text).toContain('Enter addresses like 203.0.113.7')
  expect((await admin.visit('/manage/clients')).text).not.toContain('Other')
})

test('an Admin limits a client to some organizations by their codes, and an unknown code is shown at its field', async () => {
  const response = await admin.visit('/manage/clients', { ...form, organizations: 'low' })
  const path = response.headers.get('location')!
  expect(response.status).toBe(303)
  const client_id = Number(path.split('/').at(-1))
  const worksFor = async () => app.database.read`select works_for from identity.client where client_id = ${client_id}`
  expect(await worksFor()).toEqual([{ works_for: [below] }])
  expect((await admin.visit(path)).text).toContain('>LOW</textarea>')
  const refusedResponse = await admin.visit(path, { ...form, action: 'save', organizations: 'LOW ZZ9' })
  expect(refusedResponse.text).toContain('You have no organization with the code ZZ9.')
  expect(await worksFor()).toEqual([{ works_for: [below] }])
  expect((await admin.visit(path, { ...form, action: 'save' })).status).toBe(303)
  expect(await worksFor()).toEqual([{ works_for: null }])
})

test('an Admin enters and removes the public keys of a client; a private key is refused and not shown again', async () => {
  const path = (await admin.visit('/manage/clients', form)).headers.get('location')!
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const clientKey = { kid: 'fleet-2026', alg: 'ES256' }
  const key = { ...(await exportJWK(publicKey)), ...clientKey }
  const save = (value: unknown) =>
    admin.visit(path, { action: 'publicKeys', public_keys: typeof value === 'string' ? value : JSON.stringify(value) })
  for (const pasted of [key, [key], { keys: [key] }]) expect((await save(pasted)).status).toBe(303)
  expect((await admin.visit(path)).text).toContain('Current key IDs: fleet-2026')
  const secret = { ...(await exportJWK(privateKey)), ...clientKey }
  for (const invalidValue of [secret, 'no JSON', [key, key, key], '7', 'null']) {
    const response = await save(invalidValue)
    expect(response.text).toContain('Enter one or two public keys')
    expect(response.text).not.toContain(secret.d)
  }
  expect((await save('')).status).toBe(303)
  expect((await admin.visit(path)).text).not.toContain('Current key IDs')
})

test('an instructor and an unknown client get no page', async () => {
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect((await instructor.visit('/manage/clients')).status).toBe(302)
  expect((await admin.visit('/manage/clients/999999')).headers.get('location')).toBe('/404')
})
