import { expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const { db } = await testDatabase()
const people = () =>
  db.read<{ loginid: string; lk_user_role_id: number }>`select loginid, lk_user_role_id from identity.person`

it('an empty database gets one organization and one Admin, under repeated and simultaneous requests', async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => db.tx((sql) => ensureFirstAdmin(sql, 'owner@example.com'))))
  expect(tokens.every((token) => token !== null)).toBe(true)
  expect(await people()).toEqual([{ loginid: 'owner@example.com', lk_user_role_id: 1 }])
  const organizations = await db.read`select from identity.organization where default_ind`
  expect(organizations).toHaveLength(1)
})

it('creates no other Admin, and sends no link to an Admin with a password', async () => {
  expect(await db.tx((sql) => ensureFirstAdmin(sql, 'somebody@example.com'))).toBeNull()
  await db.read`update identity.person set password_hash = 'set'`
  expect(await db.tx((sql) => ensureFirstAdmin(sql, 'owner@example.com'))).toBeNull()
  expect(await people()).toHaveLength(1)
})
