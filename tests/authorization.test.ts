import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifests } from '../modules/manifests.ts'
import { openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'

/**
 * Every operation x every kind of caller. `authorization.matrix.json` is the table that a person has read: a call that
 * appears, or opens to somebody else, fails here until the table says so too (UPDATE_MATRIX=1 writes it anew).
 */
const file = join(import.meta.dirname, 'authorization.matrix.json')
const app = await openTestApp()
const user = (loginid: string) => app.userId(loginid)
await app.database.read`
  insert into identity.permission (user_id, organization_id, key, granted)
  select user_id, organization_id, key, false
  from identity.person, unnest(array['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE', 'MANAGE_PAYMENTS:READ']) as key
  where loginid = 'instructor@example.com'`
const [keyed] = await app.database.read<{ user_id: number }>`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
  select organization_id, 2, 'keyed@example.com', 'keyed@example.com', 'Keyed', 'Instructor'
  from identity.person where loginid = 'instructor@example.com' returning user_id`
const [foreign] = await app.database.read<{ user_id: number }>`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
  select organization_id, 1, 'other-admin@example.com', 'other-admin@example.com', 'Other', 'Admin'
  from identity.organization where code = 'GCT' returning user_id`
const [disabled] = await app.database.read<{ user_id: number }>`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email)
  select organization_id, 1, 'disabled@example.com', 'disabled@example.com'
  from identity.person where loginid = 'admin@example.com' returning user_id`

const principals = {
  anonymous: app.visitor(),
  disabled: await app.as(disabled!.user_id),
  student: await app.as(await user('student@example.com')),
  'instructor without key': await app.as(await user('instructor@example.com')),
  'instructor with key': await app.as(keyed!.user_id),
  admin: await app.as(await user('admin@example.com')),
  'admin of another organization': await app.as(foreign!.user_id, 'GCT'),
}
await app.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${disabled!.user_id}`

type Principal = keyof typeof principals
const operations = manifests.flatMap((manifest) => manifest.operations).filter(({ path }) => path !== '/user/logout')
const seen: Record<string, Principal[]> = {}

describe('who may call what', () => {
  it.each(operations.map((operation) => [operation.call, operation] as const))('%s', async (call, operation) => {
    const admitted: Principal[] = []
    for (const [name, client] of Object.entries(principals) as [Principal, typeof principals.admin][]) {
      const { status, body } = await callOperation(client, operation, {})
      const refused = status === 401 || body?.code === 'FORBIDDEN'
      // Without a session the answer is 401, with one 403; both before anything is said about the input.
      if (refused) expect(status).toBe(name === 'anonymous' || name === 'disabled' ? 401 : 403)
      if (!refused) admitted.push(name)
    }
    seen[call] = admitted
    expect(admitted, 'a call that nobody may make').not.toEqual([])
    const table: Record<string, Principal[]> = JSON.parse(readFileSync(file, 'utf8'))
    if (!process.env.UPDATE_MATRIX) expect(admitted, 'tests/authorization.matrix.json').toEqual(table[call])
  })

  it('the table holds these calls and no others', () => {
    if (process.env.UPDATE_MATRIX) writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`)
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual(
      operations.map(({ call }) => call).sort(),
    )
  })
})
