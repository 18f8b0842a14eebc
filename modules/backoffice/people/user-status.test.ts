import { expect, test } from 'vitest'
import { permissionKeys } from '../../identity/index.ts'
import { savePermissions } from '../../identity/rights/save-permissions.ts'
import { openTestSite } from '../../identity/test-site.ts'
import { activateUser, deactivateUser } from './user-status.ts'

const site = await openTestSite()

/** An instructor who holds these keys beside those of the role. */
async function instructorWith(keys: readonly string[]) {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true from unnest(${[...keys]}::text[]) as key`
  return (await site.signIn(instructor)).ctx
}

const above = { kind: { code: 'ABOVE_YOU' } }

test('nobody disables or enables somebody who may do more', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { token } = await site.signIn(admin)
  const some = await instructorWith(['MANAGE_ADMIN:READ', 'MANAGE_ADMIN:UPDATE'])
  const all = await instructorWith(permissionKeys)
  for (const ctx of [some, all]) {
    await expect(deactivateUser.run(ctx, { user_id: admin.user_id })).rejects.toMatchObject(above)
    await expect(activateUser.run(ctx, { user_id: admin.user_id })).rejects.toMatchObject(above)
  }
  expect(await site.whois(token)).not.toBeNull()
})

test('of two Admins who disable each other at once one stays', async () => {
  const people = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Admin' })] as const
  const [one, other] = [await site.signIn(people[0]), await site.signIn(people[1])]
  const done = await Promise.allSettled([
    deactivateUser.run(one.ctx, { user_id: people[1].user_id }),
    deactivateUser.run(other.ctx, { user_id: people[0].user_id }),
  ])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([await site.whois(one.token), await site.whois(other.token)].filter(Boolean)).toHaveLength(1)
})

test('of two Admins who take the right to manage from each other at once one keeps it', async () => {
  const people = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Admin' })] as const
  const [one, other] = [await site.signIn(people[0]), await site.signIn(people[1])]
  const permission_id = permissionKeys.indexOf('MANAGE_ADMIN:UPDATE') + 1
  const permissions = [{ permission_id, enabled: false }]
  const done = await Promise.allSettled([
    savePermissions.run(one.ctx, { user_id: people[1].user_id, permissions }),
    savePermissions.run(other.ctx, { user_id: people[0].user_id, permissions }),
  ])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
