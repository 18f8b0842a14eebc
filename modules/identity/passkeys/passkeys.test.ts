import { expect, test } from 'vitest'
import { noDomains, ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import { prove } from '#modules/identity/proof/prove.ts'
import { disable2fa } from '#modules/identity/two-factor/disable-2fa.ts'
import { fetchFactors } from '#modules/identity/two-factor/fetch-factors.ts'
import { openAuthenticator } from '#modules/identity/webauthn/authenticator.fixture.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { openTwoFactor } from '#tests/fixtures/identity/two-factor.ts'
import { removePasskey, renamePasskey } from './own-passkeys.ts'
import { registerPasskey, startPasskeyRegistration } from './register-passkey.ts'
import { signInWithPasskey, startPasskey } from './sign-in-with-passkey.ts'

const base = 'https://waypost.test'
const address = (code: string | null, path: string) =>
  code ? `https://${code.toLowerCase()}.waypost.test${path}` : `${base}${path}`
const ownDomain = 'courses.school.test'
const domains = { ...noDomains, isProved: (host: string) => host === ownDomain }
const site = await openTestSite(fillPorts([siteUrlPort, address], [ownDomains, domains]))
const refusal = { kind: { code: 'PASSKEY_REFUSED', status: 422 } }
const minute = 60_000

type Visit = Parameters<typeof site.visit>[0]
type Person = Awaited<ReturnType<typeof site.addPerson>>
const visit = (more: Visit = {}) => site.visit({ origin: base, ...more })

async function signedIn(person: Person) {
  const { ctx } = await site.signIn(person)
  return visit({ code: person.code, actor: ctx.actor })
}

const newAuthenticator = () => openAuthenticator({ origin: base, rp_id: 'waypost.test' })
type Options = { challenge: string; user: { id: string } }

/** Adds a passkey to the person's account, as their browser would. */
async function addPasskey(person: Person, authenticator = newAuthenticator()) {
  const ctx = await signedIn(person)
  const { options } = await startPasskeyRegistration.run(ctx, {})
  const response = authenticator.register(options as Options)
  const { passkey_id } = await registerPasskey.run(ctx, { name: 'Phone', response })
  return { authenticator, passkey_id }
}

async function challenge(more: Visit = {}) {
  const { options } = await startPasskey.run(await visit(more), { purpose: 'sign-in' })
  return options as Options
}

const signIn = async (response: ReturnType<ReturnType<typeof openAuthenticator>['answer']>, more: Visit = {}) =>
  signInWithPasskey.run(await visit(more), { response })

test('a passkey is created, named, and signs in without a login id', async () => {
  const person = await site.addPerson()
  const { authenticator } = await addPasskey(person)
  const state = await fetchFactors.run(await signedIn(person), {})
  expect(state.passkeys).toMatchObject([{ name: 'Phone', used_at: null }])
  const result = await signIn(authenticator.answer(await challenge()))
  expect(result).toMatchObject({ needs2fa: false, user: { user_id: person.user_id } })
  expect((await site.whois(result.token))?.actor.user_id).toBe(person.user_id)
  const after = await fetchFactors.run(await signedIn(person), {})
  expect(after.passkeys[0]?.used_at).not.toBeNull()
})

test('the options require a discoverable passkey and user verification, and exclude existing ones', async () => {
  const person = await site.addPerson()
  const { authenticator } = await addPasskey(person)
  const { options } = await startPasskeyRegistration.run(await signedIn(person), {})
  expect(options).toMatchObject({
    rp: { id: 'waypost.test', name: 'Alpha' },
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.id }],
  })
  expect(await challenge()).toMatchObject({ rpId: 'waypost.test', userVerification: 'required' })
})

test('a passkey counts as both factors: no code is required, and a pending step is completed', async () => {
  const person = await site.addPerson()
  const { enable, begin, verify, codeOf } = openTwoFactor(site)
  const { secret } = await enable(person)
  const { authenticator } = await addPasskey(person)
  const handle = await begin(person)
  const result = await signIn(authenticator.answer(await challenge({ handle })), { handle })
  expect(result).toMatchObject({ needs2fa: false, user: { tfa_enabled: true } })
  await expect(verify(handle, await codeOf(secret))).rejects.toMatchObject({ kind: { status: 410 } })
})

test('a challenge works once, for five minutes, on its site and for its purpose', async () => {
  const person = await site.addPerson()
  const { authenticator } = await addPasskey(person)
  const options = await challenge()
  await signIn(authenticator.answer(options))
  await expect(signIn(authenticator.answer(options))).rejects.toMatchObject(refusal)
  await expect(signIn(authenticator.answer({ challenge: 'A'.repeat(43) }))).rejects.toMatchObject(refusal)
  await expect(signIn(authenticator.answer(await challenge()), { code: 'BBB' })).rejects.toMatchObject(refusal)
  const session = await signedIn(person)
  const forProof = (await startPasskey.run(session, { purpose: 'prove' })).options as Options
  await expect(signIn(authenticator.answer(forProof))).rejects.toMatchObject(refusal)
  const lateOptions = await challenge()
  site.clock.offset_ms += 5 * minute
  await expect(signIn(authenticator.answer(lateOptions))).rejects.toMatchObject(refusal)
})

test("a passkey of an organization's own domain works there alone", async () => {
  const origin = `https://${ownDomain}`
  const person = await site.addPerson()
  const { ctx } = await site.signIn(person)
  const session = await visit({ code: person.code, actor: ctx.actor, origin })
  const { options } = await startPasskeyRegistration.run(session, {})
  expect(options).toMatchObject({ rp: { id: ownDomain } })
  const authenticator = openAuthenticator({ origin, rp_id: ownDomain })
  const response = authenticator.register(options as Options)
  await registerPasskey.run(session, { name: 'Phone', response })
  const result = await signIn(authenticator.answer(await challenge({ origin })), { origin })
  expect(result).toMatchObject({ user: { user_id: person.user_id } })
  await expect(signIn(authenticator.answer(await challenge()))).rejects.toMatchObject(refusal)
  const plainCtx = await visit({ origin: `http://${ownDomain}` })
  await expect(startPasskey.run(plainCtx, { purpose: 'sign-in' })).rejects.toMatchObject({ kind: { status: 404 } })
})

test('twenty copies of one registration at the same time create one passkey', async () => {
  const person = await site.addPerson()
  const ctx = await signedIn(person)
  const { options } = await startPasskeyRegistration.run(ctx, {})
  const response = newAuthenticator().register(options as Options)
  const add = () => registerPasskey.run(ctx, { name: 'Phone', response })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, add))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await fetchFactors.run(await signedIn(person), {})).passkeys).toHaveLength(1)
})

test('twenty copies of one response at the same time create one session', async () => {
  const person = await site.addPerson()
  const { authenticator } = await addPasskey(person)
  const response = authenticator.answer(await challenge())
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(response)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('refuses a signature for another origin, host or purpose, or without user verification', async () => {
  const person = await site.addPerson()
  const { authenticator } = await addPasskey(person)
  const wishes = [
    { origin: 'https://waypost.test.evil.example' },
    { rp_id: 'evil.example' },
    { type: 'webauthn.create' },
    { verifies: false },
    { userHandle: Buffer.from('user:1').toString('base64url') },
  ]
  for (const wish of wishes) {
    const response = authenticator.answer(await challenge(), wish)
    await expect(signIn(response), JSON.stringify(wish)).rejects.toMatchObject(refusal)
  }
  const forgedAnswer = newAuthenticator().answer(await challenge())
  await expect(signIn({ ...forgedAnswer, id: authenticator.id, rawId: authenticator.id })).rejects.toMatchObject(
    refusal,
  )
})

test('a request under a foreign host name gets no challenge', async () => {
  for (const origin of ['https://evil.example', 'https://waypost.test.evil.example', 'http://waypost.test']) {
    await expect(challenge({ origin })).rejects.toMatchObject({ kind: { status: 404 } })
  }
  expect(await challenge({ origin: 'https://aaa.waypost.test' })).toMatchObject({ rpId: 'waypost.test' })
})

const auditLogOf = (passkey_id: number) =>
  site.database.read`
    select subject_user_id from platform.audit_event
    where action = 'passkey.copied' and subject = ${`passkey_id:${passkey_id}`}`

test('refuses a decreasing counter as a cloned key, and audits it', async () => {
  const person = await site.addPerson()
  const { authenticator, passkey_id } = await addPasskey(person)
  await signIn(authenticator.answer(await challenge(), { counter: 7 }))
  for (const counter of [7, 3]) {
    const response = authenticator.answer(await challenge(), { counter })
    await expect(signIn(response)).rejects.toMatchObject(refusal)
  }
  expect(await signIn(authenticator.answer(await challenge(), { counter: 8 }))).toHaveProperty('token')
  expect(await auditLogOf(passkey_id)).toEqual(Array(2).fill({ subject_user_id: person.user_id }))
})

test('a refused sign-in is recorded in the audit log', async () => {
  const countFailures = async () =>
    (
      await site.database.read`
      select from platform.audit_event where action = 'user.login_failed' and after->>'method' = 'passkey'`
    ).length
  const before = await countFailures()
  await expect(signIn(newAuthenticator().answer(await challenge()))).rejects.toMatchObject(refusal)
  expect(await countFailures()).toBe(before + 1)
})

test('accepts passkeys without a counter every time', async () => {
  const person = await site.addPerson()
  const { authenticator } = await addPasskey(person)
  for (let n = 0; n < 2; n++)
    expect(await signIn(authenticator.answer(await challenge(), { counter: 0 }))).toHaveProperty('token')
})

test('refuses the passkey of a disabled person, or of a person who may not sign in here', async () => {
  const [disabled, stranger] = [await site.addPerson(), await site.addPerson({ code: 'CCC' })]
  const keys = [(await addPasskey(disabled)).authenticator, (await addPasskey(stranger)).authenticator]
  await site.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${disabled.user_id}`
  for (const key of keys) await expect(signIn(key.answer(await challenge()))).rejects.toMatchObject(refusal)
  const home = { code: 'CCC' }
  expect(await signIn(keys[1]!.answer(await challenge(home)), home)).toHaveProperty('token')
})

test('refuses a registration for a used challenge, of another person, or without user verification', async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const ctx = await signedIn(person)
  const freshOptions = async () => (await startPasskeyRegistration.run(ctx, {})).options as Options
  const options = await freshOptions()
  const response = newAuthenticator().register(options)
  await expect(registerPasskey.run(await signedIn(other), { name: 'x', response })).rejects.toMatchObject(refusal)
  await registerPasskey.run(ctx, { name: 'x', response })
  await expect(registerPasskey.run(ctx, { name: 'x', response })).rejects.toMatchObject(refusal)
  const wishes = [{ verifies: false }, { origin: 'https://evil.example' }, { rp_id: 'evil.example' }]
  for (const wish of wishes) {
    const credential = newAuthenticator().register(await freshOptions(), wish)
    await expect(registerPasskey.run(ctx, { name: 'x', response: credential })).rejects.toMatchObject(refusal)
  }
  expect((await fetchFactors.run(ctx, {})).passkeys).toHaveLength(1)
})

test('refuses to register a credential of someone else', async () => {
  const [person, thief] = [await site.addPerson(), await site.addPerson()]
  const { authenticator } = await addPasskey(person)
  await expect(addPasskey(thief, authenticator)).rejects.toMatchObject(refusal)
  const result = await signIn(authenticator.answer(await challenge(), { userHandle: '' }))
  expect(result.user?.user_id).toBe(person.user_id)
})

test('adding and removing requires a recent proof, which a passkey provides', async () => {
  const person = await site.addPerson()
  const { authenticator, passkey_id } = await addPasskey(person)
  const ctx = await signedIn(person)
  const laterCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * minute) })
  const proofNeeded = { kind: { code: 'PROOF_NEEDED' }, answer: { ways: ['password', 'passkey'] } }
  await expect(startPasskeyRegistration.run(laterCtx, {})).rejects.toMatchObject(proofNeeded)
  await expect(removePasskey.run(laterCtx, { passkey_id })).rejects.toMatchObject(proofNeeded)
  const { options } = await startPasskey.run(laterCtx, { purpose: 'prove' })
  expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }] })
  await prove.run(laterCtx, { passkey: authenticator.answer(options as Options) })
  await removePasskey.run(laterCtx, { passkey_id })
  await expect(signIn(authenticator.answer(await challenge()))).rejects.toMatchObject(refusal)
  const kinds = site.facts.filter(({ data }) => data.user_id === person.user_id).map(({ data }) => data.kind)
  expect(kinds).toEqual(['passkey_added', 'passkey_removed'])
})

test('staff who must have a second factor remove the app or a passkey while another one is left, but not the last', async () => {
  const requireFactor = (staff_2fa_required: boolean) => site.database.read`
    update identity.organization set ${site.database.read({ staff_2fa_required })} where code = 'AAA'`
  const person = await site.addPerson({ role: 'Admin' })
  const [first, second] = [await addPasskey(person), await addPasskey(person)]
  await openTwoFactor(site).enable(person)
  const ctx = await signedIn(person)
  await requireFactor(true)
  expect(await disable2fa.run(ctx, {})).toEqual({ tfa_enabled: false })
  await removePasskey.run(ctx, { passkey_id: first.passkey_id })
  const last = { passkey_id: second.passkey_id }
  await expect(removePasskey.run(ctx, last)).rejects.toMatchObject({ kind: { code: 'SECOND_FACTOR_REQUIRED' } })
  await requireFactor(false)
  await removePasskey.run(ctx, last)
})

test('refuses to remove the last way to sign in', async () => {
  const person = await site.addPerson()
  const [first, second] = [await addPasskey(person), await addPasskey(person)]
  const ctx = await signedIn(person)
  await site.database.read`update identity.person set password_hash = null where user_id = ${person.user_id}`
  const removals = [first, second].map(({ passkey_id }) => removePasskey.run(ctx, { passkey_id }))
  const outcomes = await Promise.allSettled(removals)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: { code: 'LAST_WAY_IN' } },
  })
})

test("another person's passkey is not accepted as proof", async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const { authenticator } = await addPasskey(other)
  const ctx = await signedIn(person)
  const { options } = await startPasskey.run(ctx, { purpose: 'prove' })
  const passkey = authenticator.answer(options as Options)
  await expect(prove.run(ctx, { passkey })).rejects.toMatchObject({ kind: { code: 'NOT_PROVED' } })
  await expect(startPasskey.run(await visit(), { purpose: 'prove' })).rejects.toMatchObject({ kind: { status: 401 } })
})

test('a passkey can be renamed and removed by its owner only, and ten are the maximum', async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const { passkey_id } = await addPasskey(person)
  const stranger = await signedIn(other)
  const notFound = { kind: { status: 404 } }
  await expect(renamePasskey.run(stranger, { passkey_id, name: 'Mine' })).rejects.toMatchObject(notFound)
  await expect(removePasskey.run(stranger, { passkey_id })).rejects.toMatchObject(notFound)
  await renamePasskey.run(await signedIn(person), { passkey_id, name: ' Work laptop ' })
  expect((await fetchFactors.run(await signedIn(person), {})).passkeys[0]?.name).toBe('Work laptop')
  for (let n = 1; n < 10; n++) await addPasskey(person)
  await expect(addPasskey(person)).rejects.toMatchObject({ kind: { code: 'TOO_MANY_PASSKEYS' } })
})
