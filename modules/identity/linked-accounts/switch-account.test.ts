import { beforeAll, expect, test } from 'vitest'
import type { SignInMethod } from '#modules/identity/sessions/session.sql.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { switchAccount } from './switch-account.ts'

const site = await openTestSite()
const { read } = site.database

// The instructors of Beta need a second factor, those of Alpha choose it themselves.
beforeAll(() => read`update identity.organization set staff_2fa_required = true where organization_id = 2`)

type Account = { role: 'Student' | 'Instructor'; code?: string; totp?: 'confirmed' | 'begun' }
type Session = { method: SignInMethod; provedMinutesAgo?: number | null }

async function addAccount({ role, code = 'AAA', totp }: Account) {
  const person = await site.addPerson({ role, code })
  if (totp)
    await read`
      insert into identity.totp (user_id, organization_id, secret, confirmed_at)
      select user_id, organization_id, case when ${totp === 'confirmed'} then '\\x00'::bytea end,
        case when ${totp === 'confirmed'} then platform.now() end
      from identity.person where user_id = ${person.user_id}`
  return person
}

/** The result of a switch from one account to another that is linked to it, in a session of this kind. */
async function switchBetween(from: Account, to: Account, { method, provedMinutesAgo = 1 }: Session): Promise<string> {
  const [first, second] = [await addAccount(from), await addAccount(to)]
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    select organization_id, user_id, ${second.user_id} from identity.person where user_id = ${first.user_id}`
  const { ctx } = await site.signIn(first)
  await read`
    update identity.session set method = ${method},
      proved_at = ${provedMinutesAgo === null ? null : new Date(site.clock.now().getTime() - provedMinutesAgo * 60_000)}
    where user_id = ${first.user_id}`
  const result = await switchAccount.run(ctx, { userId: second.user_id }).catch((error) => error.kind.code)
  const openedRows = await read`select from identity.session where user_id = ${second.user_id} and ended_at is null`
  expect(openedRows).toHaveLength(typeof result === 'string' ? 0 : 1)
  return typeof result === 'string' ? result : 'switched'
}

const instructor: Account = { role: 'Instructor' }
const twoFactor: SignInMethod[] = ['totp', 'recovery', 'passkey']
const oneFactor: SignInMethod[] = ['password', 'google', 'facebook', 'link', 'storefront', 'switch', 'client']

test.each<[string, Account, Account]>([
  ['that has an authenticator', instructor, { ...instructor, totp: 'confirmed' }],
  ['whose organization requires a factor', { ...instructor, code: 'BBB' }, { ...instructor, code: 'BBB' }],
  [
    'that has an authenticator, as the other has',
    { ...instructor, totp: 'confirmed' },
    { ...instructor, totp: 'confirmed' },
  ],
])('a switch to an account of staff %s requires a sign-in with a second factor', async (_, from, to) => {
  for (const method of twoFactor)
    expect([method, await switchBetween(from, to, { method })]).toEqual([method, 'switched'])
  for (const method of oneFactor)
    expect([method, await switchBetween(from, to, { method })]).toEqual([method, 'FACTOR_NEEDED'])
})

test.each<[string, Account, Account]>([
  ['without any factor', instructor, instructor],
  ['whose authenticator is not confirmed', instructor, { ...instructor, totp: 'begun' }],
  ['when only the first one has an authenticator', { ...instructor, totp: 'confirmed' }, instructor],
  ['when only the organization of the first one requires it', { ...instructor, code: 'BBB' }, instructor],
])('a switch to an account of staff %s requires no second factor', async (_, from, to) => {
  expect(await switchBetween(from, to, { method: 'password' })).toBe('switched')
})

test.each([
  [14, 'switched'],
  [16, 'PROOF_NEEDED'],
  [null, 'PROOF_NEEDED'],
])('a switch to staff after a proof %s minutes ago: %s', async (provedMinutesAgo, expected) => {
  expect(await switchBetween(instructor, instructor, { method: 'password', provedMinutesAgo })).toBe(expected)
})

test('a switch to a student requires a proof only in a session that a partner began, and never a factor', async () => {
  const student: Account = { role: 'Student', totp: 'confirmed' }
  const results = async (methods: SignInMethod[], provedMinutesAgo: number | null) =>
    Promise.all(methods.map((method) => switchBetween({ role: 'Student' }, student, { method, provedMinutesAgo })))
  const partners: SignInMethod[] = ['client', 'organization']
  expect(await results(partners, null)).toEqual(['PROOF_NEEDED', 'PROOF_NEEDED'])
  expect(await results(partners, 1)).toEqual(['switched', 'switched'])
  const ownSignInMethods = oneFactor.filter((method) => !partners.includes(method))
  expect(new Set(await results([...ownSignInMethods, ...twoFactor], null))).toEqual(new Set(['switched']))
})
