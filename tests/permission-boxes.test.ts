import { describe, expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { permissionKeys } from '#modules/identity/entry.ts'
import { manifests } from '#modules/manifests.ts'
import type { UserActor } from '#platform/actor.ts'
import { openTestApp } from './support/app.ts'

/** A box of the permission grid without a call behind it would mislead the Admin who ticks it. */
const operations = manifests.flatMap((module) => module.operations)

const withKeys = (keys: readonly string[]): UserActor => ({
  kind: 'user',
  user_id: 1,
  role: 'Instructor',
  organization_id: 1,
  reach: [1],
  session_id: 1,
  permissions: new Set(keys),
  viewed_by: null,
})
const clientActor = { kind: 'client', client_id: 1, organization_id: 1 } as const
const nobody = withKeys([])
const everything = withKeys(permissionKeys)

describe('each box of the permission grid grants and withholds a call', () => {
  test.each(permissionKeys)('%s', (key) => {
    const alone = withKeys([key])
    const allButIt = withKeys(permissionKeys.filter((other) => other !== key))
    const openedOperations = operations.filter(
      ({ may }) => (may.gate(alone) && !may.gate(nobody)) || (may.gate(everything) && !may.gate(allButIt)),
    )
    // Only clients create links that sign students in, so this box limits what an Admin may grant them.
    if (key === 'CAN_SIGN_IN_STUDENTS:CREATE') {
      const client = (permissions: string[]) => ({ ...clientActor, permissions: new Set(permissions) })
      const clientOpens = operations.filter(({ may }) => may.gate(client([key])) && !may.gate(client([])))
      expect(clientOpens.map(({ call }) => call)).toEqual(['POST /student/{user_id}/signInLink'])
      return
    }
    // People can also open their own tickets, so only the record decides; the last test covers it.
    const decidedByRecord = key === 'MANAGE_SUPPORT:CREATE'
    expect(openedOperations.length > 0).toBe(!decidedByRecord)
  })
})

test('no call requires a permission that has no box', () => {
  const required = operations.flatMap(
    ({ may }) => may.description.match(/\b[A-Z_]+:(?:CREATE|READ|UPDATE|DELETE)\b/g) ?? [],
  )
  expect([...new Set(required)].filter((key) => !(permissionKeys as readonly string[]).includes(key))).toEqual([])
})

test('tickets of others are opened with MANAGE_SUPPORT:CREATE and read with MANAGE_SUPPORT:READ', async () => {
  const app = await openTestApp()
  const student = await addSomeone(app, 'SSD')
  const instructor = async (permissions: Record<string, boolean>) => {
    const someone = await addSomeone(app, 'SSD', 2)
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      select user_id, organization_id, key, value::boolean
      from identity.person, jsonb_each_text(${app.database.read.json(permissions)})
      where user_id = ${someone.user_id}`
    return app.as(someone.user_id, 'SSD')
  }
  const ticket = { details: 'VGhlIHZpZGVvIHN0b3Bz', reporter_entity_id: student.user_id }
  const unprivilegedClient = await instructor({ 'MANAGE_SUPPORT:READ': false, 'MANAGE_SUPPORT:UPDATE': false })
  expect((await unprivilegedClient.post('/support/createSupportTicket', ticket)).status).toBe(404)
  const opener = await instructor({ 'MANAGE_SUPPORT:CREATE': true, 'MANAGE_SUPPORT:UPDATE': false })
  const { status, body } = await opener.post('/support/createSupportTicket', ticket)
  expect(status).toBe(200)
  const history = `/support/fetchTicketChatHistory?chat_thread_id=${body.data.chat_thread_id}`
  expect((await unprivilegedClient.get(history)).status).toBe(404)
  expect((await opener.get(history)).status).toBe(200)
})
