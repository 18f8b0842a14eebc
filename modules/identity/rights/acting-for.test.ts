import { expect, test } from 'vitest'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { requesterContext } from './acting-for.sql.ts'

const site = await openTestSite()
const { read } = site.database

/** Whether work that someone of AAA requested on each site is still done: AAA, BBB below it, CCC. */
async function actsOn(user_id: number): Promise<boolean[]> {
  const ctx = await site.visit({ actor: { kind: 'system', name: 'test' } })
  const contexts = [1, 2, 3].map((organization_id) => requesterContext(ctx, user_id, organization_id))
  return (await Promise.all(contexts)).map((context) => context !== null)
}
const setStatus = (organization_id: number, lk_organization_status_id: number) => read`
  update identity.organization set ${read({ lk_organization_status_id })} where organization_id = ${organization_id}`

test('acts for a person on the sites of their organizations, while they may sign in and both are active', async () => {
  const { user_id } = await site.addPerson({ role: 'Admin' })
  expect(await actsOn(user_id)).toEqual([true, true, false])
  await setStatus(2, organizationStatus.Suspended)
  expect(await actsOn(user_id), 'the site is suspended').toEqual([true, false, false])
  await setStatus(2, organizationStatus.Active)
  await setStatus(1, organizationStatus.Suspended)
  expect(await actsOn(user_id), 'their organization is suspended').toEqual([false, false, false])
  await setStatus(1, organizationStatus.Active)
  await read`update identity.organization set deleted_at = platform.now() where organization_id = 2`
  expect(await actsOn(user_id), 'the site is removed').toEqual([true, false, false])
  await read`update identity.organization set deleted_at = null where organization_id = 2`
  await read`update identity.person set lk_user_status_id = ${userStatus.Disabled} where user_id = ${user_id}`
  expect(await actsOn(user_id), 'they are disabled').toEqual([false, false, false])
  await read`
    update identity.person set lk_user_status_id = 1, deleted_at = platform.now() where user_id = ${user_id}`
  expect(await actsOn(user_id), 'they are removed').toEqual([false, false, false])
})
