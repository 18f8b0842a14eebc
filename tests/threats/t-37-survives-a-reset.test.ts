import { afterAll, expect, test } from 'vitest'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { confirmEmail } from '#modules/identity/email-proof/confirm-email.ts'
import { markAddressProven } from '#modules/identity/email-proof/email-proof.sql.ts'
import { addAccount } from '#modules/identity/linked-accounts/add-account.ts'
import { registerPasskey, startPasskeyRegistration } from '#modules/identity/passkeys/register-passkey.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { createUserFromSignup } from '#modules/identity/sign-up/create-user-from-signup.ts'
import { linkSocial, startLinkSocial } from '#modules/identity/social/link-social.ts'
import { logInSocial } from '#modules/identity/social/log-in-social.ts'
import { openSocialProviders } from '#modules/identity/social/open-providers.ts'
import { socialProviders } from '#modules/identity/social/provider.ts'
import { renewOwnRecoveryCodes } from '#modules/identity/two-factor/renew-recovery-codes.ts'
import { save2fa } from '#modules/identity/two-factor/save-2fa.ts'
import { start2fa } from '#modules/identity/two-factor/start-2fa.ts'
import { openAuthenticator } from '#modules/identity/webauthn/authenticator.fixture.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { startSocialSimulator } from '#simulators/social/simulator.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { openTwoFactor } from '#tests/fixtures/identity/two-factor.ts'

const socialSimulator = await startSocialSimulator()
afterAll(socialSimulator.close)
const site = await openTestSite(fillPorts([socialProviders, openSocialProviders(socialSimulator.config)]))
const factors = openTwoFactor(site)
const newPasswords = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }
const unproven = { kind: { code: 'CONFIRM_EMAIL_FIRST', status: 403 } }
type Person = Awaited<ReturnType<typeof site.addPerson>>

async function linkFor({ user_id, code }: Person): Promise<string> {
  const ctx = await site.visit({ code })
  return insertResetLink(ctx, { user_id, organization_id: ctx.organization.organization_id })
}

const attackers = (email: string) => ({ sub: String(9_000 + email.length), email: 'attacker@example.net' })
const google = async (person: { sub: string; email: string }) =>
  logInSocial.run(await site.visit(), { social_via: 'google', token: await socialSimulator.idToken(person) })
const linkGoogle = async (ctx: Ctx, person: { sub: string; email: string }) =>
  linkSocial.run(ctx, { social_via: 'google', token: await socialSimulator.idToken(person) })

async function addPasskey(ctx: Ctx) {
  const authenticator = openAuthenticator()
  const { options } = await startPasskeyRegistration.run(ctx, {})
  const response = authenticator.register(options as { challenge: string; user: { id: string } })
  return registerPasskey.run(ctx, { name: 'Phone', response })
}

const rowsOf = async (table: string, { user_id }: Person): Promise<number> =>
  (await site.database.read`select from identity.${site.database.read(table)} where user_id = ${user_id}`).length
const proofOf = async ({ user_id }: Person): Promise<Date | null> => {
  const [row] = await site.database.read<{ email_proven_at: Date | null }>`
    select email_proven_at from identity.person where user_id = ${user_id}`
  return row!.email_proven_at
}
const waysOf = async (person: Person) => ({
  social: await rowsOf('social_account', person),
  passkeys: await rowsOf('passkey', person),
  totp: await rowsOf('totp', person),
  codes: await rowsOf('recovery_code', person),
})
const none = { social: 0, passkeys: 0, totp: 0, codes: 0 }

/** An account from before proofs were recorded: with a stranger's address and every other sign-in method. */
async function oldAccount(): Promise<Person & { other: Person }> {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const { ctx } = await site.signIn(person)
  await linkGoogle(ctx, attackers(person.loginid))
  await addPasskey(ctx)
  await factors.enable(person)
  await addAccount.run((await site.signIn(person)).ctx, { email: other.loginid, password })
  await site.database.read`update identity.person set email_proven_at = null where user_id = ${person.user_id}`
  return { ...person, other }
}

test('T-37: an account created by a form gets no other way to sign in before its address is proven', async () => {
  const email = 'stranger@example.org'
  const form = { email, password, confirmPassword: password, agreeTerms: true, first_name: 'A', last_name: 'B' }
  const { user } = await createUserFromSignup.run(await site.visit(), form)
  const other = await site.addPerson()
  const { ctx } = await site.signIn({ user_id: user.user_id, code: 'AAA' })
  await expect(startLinkSocial.run(ctx, { social_via: 'google' })).rejects.toMatchObject(unproven)
  await expect(linkGoogle(ctx, attackers(email))).rejects.toMatchObject(unproven)
  // Not even one with the same address: only the emailed link proves it.
  await expect(linkGoogle(ctx, { sub: '9900', email })).rejects.toMatchObject(unproven)
  await expect(startPasskeyRegistration.run(ctx, {})).rejects.toMatchObject(unproven)
  await expect(start2fa.run(ctx, {})).rejects.toMatchObject(unproven)
  await expect(save2fa.run(ctx, { token: '000000' })).rejects.toMatchObject(unproven)
  await expect(renewOwnRecoveryCodes.run(ctx, {})).rejects.toMatchObject(unproven)
  await expect(addAccount.run(ctx, { email: other.loginid, password })).rejects.toMatchObject(unproven)
  expect(await waysOf({ user_id: user.user_id, loginid: email, code: 'AAA' })).toEqual(none)
})

test("T-37: the owner's first reset removes all ways to sign in added by the account's creator, and signs the owner in", async () => {
  const account = await oldAccount()
  const { token: attackersSession } = await site.signIn(account)
  expect(await waysOf(account)).toEqual({ social: 1, passkeys: 1, totp: 1, codes: 10 })
  const result = await setPassword.run(await site.visit(), { token: await linkFor(account), ...newPasswords })
  expect(result.needs2fa).toBe(false)
  expect((await site.whois(result.token))?.actor.user_id).toBe(account.user_id)
  expect(await site.whois(attackersSession)).toBeNull()
  expect(await waysOf(account)).toEqual(none)
  const live = await site.database.read`
    select from identity.linked_account where user_id = ${account.user_id} and ended_at is null`
  expect(live).toHaveLength(0)
  await expect(logIn.run(await site.visit(), { loginid: account.loginid, password })).rejects.toMatchObject({
    kind: { code: 'INVALID_CREDENTIALS' },
  })
  // The provider's account creates a new one: it doesn't get back into this one.
  const signedIn = await google(attackers(account.loginid))
  expect(signedIn.user?.user_id).not.toBe(account.user_id)
  expect(site.facts.filter(({ data }) => data.kind === 'other_ways_removed')).toHaveLength(1)
})

test('T-37: a later reset keeps those added by the owner since', async () => {
  const person = await site.addPerson({ proven: false })
  const { token } = await setPassword.run(await site.visit(), { token: await linkFor(person), ...newPasswords })
  const { actor } = (await site.whois(token))!
  await linkGoogle(await site.visit({ actor }), { sub: '9777', email: 'own@example.com' })
  const first = await proofOf(person)
  site.clock.offset_ms += 60_000
  await setPassword.run(await site.visit(), { token: await linkFor(person), ...newPasswords })
  expect(await waysOf(person)).toEqual({ ...none, social: 1 })
  expect(await proofOf(person)).toEqual(first)
})

test('T-37: the link proves the address in its own session only, and is void for another account', async () => {
  const [owner, stranger] = [await site.addPerson({ proven: false }), await site.addPerson({ proven: false })]
  const [here, otherSession, strangerSession] = [
    await site.signIn(owner),
    await site.signIn(owner),
    await site.signIn(stranger),
  ]
  const token = await linkFor(owner)
  const refusal = { kind: { code: 'LINK_EXPIRED' } }
  await expect(confirmEmail.run(strangerSession.ctx, { token })).rejects.toMatchObject(refusal)
  await expect(confirmEmail.run(await site.visit(), { token })).rejects.toMatchObject({ kind: { status: 401 } })
  expect(await proofOf(owner)).toBeNull()
  await confirmEmail.run(here.ctx, { token })
  expect([await proofOf(owner), await proofOf(stranger)]).toEqual([expect.any(Date), null])
  expect(await site.whois(here.token)).not.toBeNull()
  expect(await site.whois(otherSession.token)).toBeNull()
  await expect(confirmEmail.run(here.ctx, { token })).rejects.toMatchObject(refusal)
  await expect(start2fa.run(here.ctx, {})).resolves.toHaveProperty('secret')
})

test('T-37: one of eight simultaneous uses of a link in one session confirms', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ proven: false }))
  const { user_id } = ctx.actor as UserActor
  const token = await linkFor({ user_id, loginid: '', code: 'AAA' })
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => confirmEmail.run(ctx, { token })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('T-37: an addition by a session that the proof ends at that moment is refused', async () => {
  const person = await site.addPerson({ proven: false })
  const { ctx } = await site.signIn(person)
  let pendingUse: Promise<unknown> = Promise.resolve()
  await (await site.visit()).tx(async (inner) => {
    await markAddressProven(inner, person.user_id)
    // Waits for the proof with a session that was live at the request.
    pendingUse = linkGoogle(ctx, { sub: '9555', email: 'late@example.net' }).then(
      () => 'linked',
      (error) => error.kind?.code,
    )
    await waitForLock()
  })
  expect(await pendingUse).toBe('UNAUTHENTICATED')
  expect(await waysOf(person)).toEqual(none)
})

/** Waits until another connection waits for a lock. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const waitingRows = await site.database.read`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    if (waitingRows.length > 0) return
  }
}

test('T-37: a changed address is unproven again, regardless of the previous one', async () => {
  const person = await site.addPerson()
  const admin = await site.addPerson({ role: 'Admin' })
  expect(await proofOf(person)).toBeInstanceOf(Date)
  const { ctx } = await site.signIn(admin)
  const profile = { first_name: 'Pat', last_name: 'Person', email: 'corrected@example.com', loginid: person.loginid }
  await saveUserInformation.run(ctx, { user_id: person.user_id, profile })
  expect(await proofOf(person)).toBeNull()
})

test('T-37: a provider proves the address of the account created from its token', async () => {
  const { user } = await google({ sub: '9123', email: 'provided@example.com' })
  const provided = { user_id: user!.user_id, loginid: '', code: 'AAA' }
  expect(await proofOf(provided)).toBeInstanceOf(Date)
  expect(await waysOf(provided)).toMatchObject({ social: 1 })
})
