import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { requireProvenAddress } from './email-proof.sql.ts'
import { hasOtherSignInMethods } from './other-methods.sql.ts'
import { removeOwnOtherMethods } from './remove-other-methods.ts'

const site = await openTestSite()
const { read } = site.database
type Person = Awaited<ReturnType<typeof site.addPerson>>

const bytes = (text: string) => Buffer.from(text.padEnd(32, '.'))
const passkey = ({ user_id }: Person) => read`
  insert into identity.passkey ${read({
    ...{ user_id, organization_id: 1, name: 'Phone' },
    ...{ credential_id: bytes(`credential ${user_id}`), public_key: bytes('key') },
  })}`
const totp = ({ user_id }: Person) => read`
  insert into identity.totp ${read({ user_id, organization_id: 1, secret: bytes('secret'), confirmed_at: new Date() })}`
const link = (from: Person, to: Person) => read`
  insert into identity.linked_account ${read({ organization_id: 1, user_id: from.user_id, related_user_id: to.user_id })}`

/** Each sign-in method, or a trace that makes signing in easier. */
const ways: Record<string, (person: Person) => Promise<unknown>> = {
  social_account: async ({ user_id }) => read`
    insert into identity.social_account ${read({ user_id, organization_id: 1, provider: 'google', subject: `s${user_id}` })}`,
  passkey: async (person) => passkey(person),
  totp: async (person) => totp(person),
  recovery_code: async ({ user_id }) => read`
    insert into identity.recovery_code ${read({ user_id, organization_id: 1, code_hash: bytes(`code ${user_id}`) })}`,
  device: async ({ user_id }) => read`
    insert into identity.device ${read({ user_id, organization_id: 1, device_hash: bytes(`device ${user_id}`) })}`,
  email_change: async ({ user_id }) => read`
    insert into identity.email_change ${read({
      ...{ user_id, organization_id: 1, email: 'other@example.net', with_loginid: false },
      expires_at: new Date(Date.now() + 3_600_000),
    })}`,
  session: async (person) => site.signIn(person),
  'link to another account': async (person) => link(person, await site.addPerson()),
  'link from another account': async (person) => link(await site.addPerson(), person),
}
const countOf = async ({ user_id }: Person) => {
  const [row] = await read<Record<string, number>>`
    select (select count(*)::int from identity.social_account where user_id = ${user_id}) as social_account,
           (select count(*)::int from identity.passkey where user_id = ${user_id}) as passkey,
           (select count(*)::int from identity.totp where user_id = ${user_id}) as totp,
           (select count(*)::int from identity.recovery_code where user_id = ${user_id}) as recovery_code,
           (select count(*)::int from identity.device where user_id = ${user_id}) as device,
           (select count(*)::int from identity.email_change where user_id = ${user_id}) as email_change,
           (select count(*)::int from identity.session where user_id = ${user_id} and ended_at is null) as session,
           (select count(*)::int from identity.linked_account
            where user_id = ${user_id} and ended_at is null) as "link to another account",
           (select count(*)::int from identity.linked_account
            where related_user_id = ${user_id} and ended_at is null) as "link from another account"`
  return row!
}
const none = Object.fromEntries(Object.keys(ways).map((way) => [way, 0]))

test.each(Object.keys(ways))('removes a %s, and leaves the session of the caller', async (way) => {
  const person = await site.addPerson()
  const { ctx, token } = await site.signIn(person)
  await ways[way]!(person)
  const removed = { ...none, session: 1 }
  expect(await countOf(person)).toEqual({ ...removed, [way]: way === 'session' ? 2 : 1 })
  await removeOwnOtherMethods.run(ctx, {})
  expect(await countOf(person)).toEqual(removed)
  expect((await site.whois(token))?.actor.user_id).toBe(person.user_id)
})

test('records what was removed and notifies the owner, once', async () => {
  const person = await site.addPerson()
  const { ctx } = await site.signIn(person)
  for (const add of Object.values(ways)) await add(person)
  for (let times = 0; times < 2; times += 1) await removeOwnOtherMethods.run(ctx, {})
  const events = await read<{ before: object }>`
    select before from platform.audit_event
    where action = 'user.removeOtherWaysIn' and subject = ${`user_id:${person.user_id}`} order by audit_event_id`
  expect(events.map(({ before }) => before)).toEqual([
    { authenticator: true, passkeys: 1, providers: ['google'], linked_accounts: 2 },
    { authenticator: false, passkeys: 0, providers: [], linked_accounts: 0 },
  ])
  const sentBody = site.facts.filter(
    ({ data }) => data.user_id === person.user_id && data.kind === 'other_ways_removed',
  )
  expect(sentBody).toHaveLength(1)
})

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['an authenticator', async (person) => totp(person)],
  ['a passkey', async (person) => passkey(person)],
])('keeps %s of staff who need a second factor', async (_what, add) => {
  const person = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(person)
  await add(person)
  await read`update identity.organization set staff_2fa_required = true where code = 'AAA'`
  const before = await countOf(person)
  await expect(removeOwnOtherMethods.run(ctx, {})).rejects.toMatchObject({ kind: { code: 'SECOND_FACTOR_REQUIRED' } })
  expect(await countOf(person)).toEqual(before)
  await read`update identity.organization set staff_2fa_required = false where code = 'AAA'`
})

test('is refused without a password, and without a recent proof', async () => {
  const person = await site.addPerson()
  const { ctx } = await site.signIn(person)
  const laterCtx = ctx.as({ now: new Date(ctx.now.getTime() + 15 * 60_000) })
  await expect(removeOwnOtherMethods.run(laterCtx, {})).rejects.toMatchObject({ kind: { code: 'PROOF_NEEDED' } })
  await read`update identity.person set password_hash = null where user_id = ${person.user_id}`
  await expect(removeOwnOtherMethods.run(ctx, {})).rejects.toMatchObject({ kind: { code: 'LAST_WAY_IN' } })
})

test('another sign-in method is not added by a session that has ended, or before the address is proven', async () => {
  const proven = await site.signIn(await site.addPerson())
  await proven.ctx.tx(requireProvenAddress)
  const { session_id } = proven.ctx.actor as { session_id: number }
  await read`update identity.session set ended_at = now() where session_id = ${session_id}`
  await expect(proven.ctx.tx(requireProvenAddress)).rejects.toMatchObject({ kind: { status: 401 } })
  const unproven = await site.signIn(await site.addPerson({ proven: false }))
  await expect(unproven.ctx.tx(requireProvenAddress)).rejects.toMatchObject({ kind: { code: 'CONFIRM_EMAIL_FIRST' } })
})

test.each(['social_account', 'passkey', 'totp', 'link to another account', 'link from another account'])(
  'a %s counts as another sign-in method',
  async (way) => {
    const person = await site.addPerson()
    const ctx = await site.visit()
    expect(await hasOtherSignInMethods(ctx, person.user_id)).toBe(false)
    await ways[way]!(person)
    expect(await hasOtherSignInMethods(ctx, person.user_id)).toBe(true)
  },
)
