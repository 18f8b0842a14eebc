import { expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { openTwoFactor } from '#tests/fixtures/identity/two-factor.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { insertResetLink, spendResetLink } from './credentials/reset-link.sql.ts'
import { lockSignInMethods } from './credentials/sign-in-methods.sql.ts'
import { pendingSecret, spendTotpCode } from './credentials/totp.sql.ts'
import { redeemResetLink } from './passwords/redeem-reset-link.ts'
import { setPassword } from './passwords/set-password.ts'
import { prove } from './proof/prove.ts'
import { replaceReference } from './sessions/past-reference.sql.ts'
import { touchSession } from './sessions/resolve-session.sql.ts'
import { awaitEnding, endSessionsOf, lockSession, maxSessions, startSession } from './sessions/session.sql.ts'
import { findSignInStep, openSignInStep } from './sign-in/sign-in-step.sql.ts'
import { makeSignInLinks } from './sign-in-link/make-sign-in-links.ts'
import { signInWith } from './social/sign-in-with.ts'
import { disable2fa } from './two-factor/disable-2fa.ts'
import { leaveView } from './view-as/leave-view.sql.ts'

/** Steps two transactions over each lock of sign-in, sessions and factors; tests/locks.txt names them. */
const site = await openTestSite()
const { read } = site.database
const visitor = await site.visit()
const system = visitor.as({ actor: { kind: 'system', name: 'test' } })

const holdPerson = (user_id: number) => (inner: Ctx) =>
  inner.sql`select from identity.person where user_id = ${user_id} for no key update`
const sessionOf = ({ actor }: Ctx) => (actor.kind === 'user' ? actor.session_id : 0)

test('two links of one person are used one after the other', async () => {
  const { user_id } = await site.addPerson()
  const link = () => insertResetLink(system, { user_id, organization_id: 1 })
  const [first, other] = [await link(), await link()]
  const { second, waited } = await inTurn(
    visitor,
    (inner) => spendResetLink(inner, first),
    () => visitor.tx((inner) => spendResetLink(inner, other)),
  )
  expect([second, waited]).toEqual([expect.objectContaining({ user_id }), true])
})

test('a person is welcomed with one link', async () => {
  const { user_id } = await site.addPerson()
  const redeem = (inner: Ctx) => redeemResetLink(inner, user_id, { once: true, minutes: 7 * 24 * 60 })
  const { first, second } = await inTurn(system, redeem, () => redeem(system))
  expect([first?.user_id, second]).toEqual([user_id, null])
})

test('two first sign-ins with one provider account are one person', async () => {
  const profile = { subject: 'subject', email: 'first@provider.example', first_name: 'Pat', last_name: 'Provided' }
  const { first, second } = await inTurn(
    visitor,
    (inner) => signInWith(inner, 'google', profile),
    () => signInWith(visitor, 'google', profile),
  )
  expect(second).toMatchObject({ user: { user_id: first.user?.user_id } })
})

test('two requests for a key of the authenticator app see the same one', async () => {
  const { user_id } = await site.addPerson()
  const secret = (inner: Ctx) => pendingSecret(inner, user_id, 'session:1')
  const { first, second } = await inTurn(system, secret, () => system.tx(secret))
  expect(second).toBe(first)
})

test('codes, proofs and removals of the second factor are serialized', async () => {
  const person = await site.addPerson()
  const { user_id } = person
  await openTwoFactor(site).enable(person)
  const { ctx } = await site.signIn(person)
  expect(await takesTurns(system, (inner) => spendTotpCode(inner, user_id, '000000'))).toBe(true)
  const proved = await inTurn(system, holdPerson(user_id), () => prove.run(ctx, { code: '000000' }))
  expect(proved).toMatchObject({ second: 'NOT_PROVED', waited: true })
  const disabled = await inTurn(system, holdPerson(user_id), () => disable2fa.run(ctx, {}))
  expect(disabled).toMatchObject({ second: { tfa_enabled: false }, waited: true })
})

test("a person's ways to sign in are read one after the other before one is removed", async () => {
  const { user_id } = await site.addPerson()
  expect(await takesTurns(system, (inner) => lockSignInMethods(inner, user_id))).toBe(true)
})

test('a first password is set only once', async () => {
  const person = await site.addPerson()
  await read`update identity.person set password_hash = null where user_id = ${person.user_id}`
  const { ctx } = await site.signIn(person)
  const set = (newPassword: string) => ({ newPassword, confirmPassword: newPassword })
  const { second } = await inTurn(
    ctx,
    (inner) => setPassword.run(inner, set('First-Of-Two-2026!')),
    () => setPassword.run(ctx, set('Second-Of-Two-2026!')),
  )
  expect(second).toBe('LINK_EXPIRED')
})

test('copies of a request in a sign-in step are serialized', async () => {
  const { user_id } = await site.addPerson()
  const step = { kind: 'code', method: 'password', remember_me: false, client_id: null } as const
  const { token } = await visitor.tx((inner) => openSignInStep(inner.unscoped, user_id, step))
  const ctx = await site.visit({ handle: token })
  expect(await findSignInStep(ctx)).toMatchObject({ user_id })
  expect(await takesTurns(ctx, (inner) => findSignInStep(inner, { lock: true }))).toBe(true)
})

test('at most five links to sign in are emailed within an hour', async () => {
  const { loginid: email } = await site.addPerson()
  const request = { organization_id: 1, bare_host_ind: false, browser_hash: Buffer.alloc(32), email, lk_language_id: 1 }
  const [signInLinkRequest] = await read<{ sign_in_link_request_id: number }>`
    insert into identity.sign_in_link_request ${read(request)} returning sign_in_link_request_id`
  const make = (inner: Ctx) => makeSignInLinks(inner, signInLinkRequest!.sign_in_link_request_id)
  for (let count = 0; count < 4; count += 1) await make(system)
  const { first, second } = await inTurn(system, make, () => make(system))
  expect([first?.email, second]).toEqual([email, null])
})

test('a reference is replaced once, and copies of a request that ends its session are serialized', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const replace = (inner: Ctx) => replaceReference(inner, sessionOf(ctx), { once: true })
  expect(await inTurn(ctx, replace, () => ctx.tx(replace))).toMatchObject({ second: 'CONFLICT' })
  expect(await takesTurns(ctx, (inner) => lockSession(inner, sessionOf(ctx)))).toBe(true)
})

const holdSession = (session_id: number) => (inner: Ctx) =>
  inner.sql`select from identity.session where session_id = ${session_id} for no key update`

test('marking a session as active waits for no other transaction', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const session_id = sessionOf(ctx)
  const { waited } = await inTurn(system, holdSession(session_id), () =>
    touchSession(system.sql, { session_id, now: new Date() }),
  )
  expect(waited).toBe(false)
})

test('a session that starts while all sessions of its person end waits, or ends with them', async () => {
  const person = await site.addPerson()
  const { user_id } = person
  const start = (inner: Ctx) => startSession(inner, user_id)
  const ended = await inTurn(visitor, start, () => system.tx((inner) => endSessionsOf(inner, user_id)))
  expect(ended.waited).toBe(true)
  expect(await read`select from identity.session where user_id = ${user_id} and ended_at is null`).toHaveLength(0)
  const result = await inTurn(
    system,
    ({ sql }) => sql`select from identity.person where user_id = ${user_id} for update`,
    () => visitor.tx((inner) => awaitEnding(inner, user_id)),
  )
  expect(result.waited).toBe(true)
})

test('starts of sessions take turns, and leave a session that is in use to the next one', async () => {
  const { user_id } = await site.addPerson()
  const start = () => visitor.tx((inner) => startSession(inner, user_id))
  for (let count = 0; count < maxSessions; count += 1) await start()
  const live = () =>
    read<{ session_id: number }>`
      select session_id::float8 as session_id from identity.session
      where user_id = ${user_id} and ended_at is null order by session_id`
  const counted = await inTurn(
    system,
    ({ sql }) => sql`select pg_advisory_xact_lock(hashtext('identity.session'), ${user_id})`,
    start,
  )
  const [oldest, ...others] = await live()
  expect([counted.waited, others.length + 1]).toEqual([true, maxSessions])
  const skipped = await inTurn(system, holdSession(oldest!.session_id), start)
  expect([skipped.waited, (await live())[0]]).toEqual([false, oldest])
})

test('a view ends only once', async () => {
  const staff = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { ctx } = await site.signIn(await site.addPerson())
  await read`
    update identity.session set viewed_by_session_id = ${sessionOf(staff.ctx)} where session_id = ${sessionOf(ctx)}`
  const leave = (inner: Ctx) => leaveView(inner, sessionOf(ctx))
  const { first, second } = await inTurn(system, leave, () => system.tx(leave))
  expect([first, second]).toMatchObject([{ token: expect.any(String) }, null])
})
