import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { findLateEmail } from './late-email.ts'

const site = await openTestSite()

test('late students are reported to at most twenty managers of their own organization, not to those above or below', async () => {
  const [above, own, below] = [
    await site.addPerson({ role: 'Admin', code: 'AAA' }),
    await site.addPerson({ role: 'Admin', code: 'BBB' }),
    await site.addPerson({ role: 'Admin', code: 'CCC' }),
  ]
  await site.database.read`
    insert into identity.organization_closure (ancestor_id, descendant_id, depth) values (1, 3, 2), (2, 3, 1)`
  await site.addPerson({ role: 'Support', code: 'BBB' })
  await site.addPerson({ role: 'Admin', code: 'BBB', status: 2 })
  await site.addPerson({ code: 'BBB' })
  const find = async (organization_id: number) => {
    const ctx = await site.visit({ code: ['AAA', 'BBB', 'CCC'][organization_id - 1]! })
    const email = await findLateEmail(ctx, { organization_id, count: 3 })
    return [email?.count, email?.organization_code, email?.holders.map(({ user_id }) => user_id)]
  }
  expect(await find(1)).toEqual([3, 'AAA', [above.user_id]])
  expect(await find(2)).toEqual([3, 'BBB', [own.user_id]])
  expect(await find(3)).toEqual([3, 'CCC', [below.user_id]])
  const many = [own.user_id]
  for (let n = 0; n < 20; n += 1) many.push((await site.addPerson({ role: 'Admin', code: 'BBB' })).user_id)
  expect(await find(2)).toEqual([3, 'BBB', many.slice(0, 20)])
})
