import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { dissociateLinkedAccount } from './dissociate-linked-account.ts'
import { isLinked, isSamePerson, listLinkedAccounts, listOnePerson } from './linked-account.sql.ts'

const site = await openTestSite()
const { read } = site.database

/** Two people of two organizations, the first with a link to the second; `ended` as an interval before now. */
async function addLinked(ended: string | null) {
  const [first, other] = [await site.addPerson({ code: 'BBB' }), await site.addPerson({ code: 'AAA', role: 'Admin' })]
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id, ended_at)
    select organization_id, ${first.user_id}, ${other.user_id}, platform.now() - ${ended}::interval
    from identity.person where user_id = ${first.user_id}`
  return { one: first.user_id, other: other.user_id }
}

test.each([
  ['a live link', null, true],
  ['a link that has just ended', '0 seconds', true],
  ['a link that ended a minute less than 90 days ago', '89 days 23:59:00', true],
  ['a link that ended 90 days ago', '90 days', false],
  ['a link that ended a minute more than 90 days ago', '90 days 00:01:00', false],
] as const)('%s makes two accounts one person from either end: %s, %s', async (_, ended, expected) => {
  const { one, other } = await addLinked(ended)
  const { ctx } = await site.signIn(await site.addPerson({ code: 'BBB' }))
  expect([await isSamePerson(ctx, one, other), await isSamePerson(ctx, other, one)]).toEqual([expected, expected])
  expect(await listOnePerson(ctx, one)).toEqual(new Set(expected ? [one, other] : [one]))
  expect(await isSamePerson(ctx, one, one)).toBe(true)
  // A switch to the other account ends with the link, and never goes back along it.
  const links = [await isLinked(ctx, { user_id: one, related_user_id: other })]
  links.push(await isLinked(ctx, { user_id: other, related_user_id: one }))
  expect(links).toEqual([ended === null, false])
})

const addAccounts = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => site.addPerson({ code: 'BBB' })))).map(
    ({ user_id }) => user_id,
  )
const link = (user_id: number, related_user_id: number, ended: string | null = null) => read`
  insert into identity.linked_account (organization_id, user_id, related_user_id, ended_at)
  select organization_id, user_id, ${related_user_id}, platform.now() - ${ended}::interval
  from identity.person where user_id = ${user_id}`

test('accounts that one account can switch to are one person, also through others and within 90 days', async () => {
  const [first, second, above, through] = (await addAccounts(4)) as [number, number, number, number]
  const { ctx } = await site.signIn(await site.addPerson({ code: 'BBB' }))
  await link(above, first)
  await link(through, second)
  expect(await isSamePerson(ctx, first, second)).toBe(false)
  await link(above, through, '89 days')
  const all = new Set([first, second, above, through])
  for (const account of all) expect(await listOnePerson(ctx, account)).toEqual(all)
  expect(await listLinkedAccounts(ctx, first)).toEqual(new Set([first, above]))
  await read`update identity.linked_account set ended_at = platform.now() - interval '90 days'
    where user_id = ${above} and related_user_id = ${through}`
  expect(await isSamePerson(ctx, first, second)).toBe(false)
})

test('two accounts that can both switch to a third are two persons, and links in a circle are one', async () => {
  const [first, other, shared] = (await addAccounts(3)) as [number, number, number]
  const { ctx } = await site.signIn(await site.addPerson({ code: 'BBB' }))
  await link(first, shared)
  await link(other, shared)
  expect([await isSamePerson(ctx, first, other), await isSamePerson(ctx, other, first)]).toEqual([false, false])
  expect([await isSamePerson(ctx, first, shared), await isSamePerson(ctx, shared, first)]).toEqual([true, true])
  await link(shared, first)
  expect(await isSamePerson(ctx, first, shared)).toBe(true)
})

test('an account without links is a separate person', async () => {
  const { one, other } = await addLinked(null)
  const third = (await site.addPerson({ code: 'BBB' })).user_id
  const { ctx } = await site.signIn(await site.addPerson({ code: 'BBB' }))
  expect(await listOnePerson(ctx, third)).toEqual(new Set([third]))
  expect([await isSamePerson(ctx, third, one), await isSamePerson(ctx, other, third)]).toEqual([false, false])
})

test('removing the link does not separate the two accounts as a person', async () => {
  const [first, other] = [await site.addPerson({ code: 'BBB' }), await site.addPerson({ code: 'BBB' })]
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    select organization_id, user_id, ${other.user_id} from identity.person where user_id = ${first.user_id}`
  const { ctx } = await site.signIn(first)
  await dissociateLinkedAccount.run(ctx, { userId: other.user_id })
  expect(await isSamePerson(ctx, other.user_id, first.user_id)).toBe(true)
})
