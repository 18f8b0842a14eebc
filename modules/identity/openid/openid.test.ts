import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isBegunByPartner, requireFreshProof } from '#modules/identity/proof/proof.ts'
import {
  beginAuthorization,
  completeAuthorization,
  findOriginalAddress,
} from '#modules/identity/social/authorization.ts'
import {
  fetchSocialAccounts,
  linkProfile,
  startLinkSocial,
  unlinkSocial,
} from '#modules/identity/social/link-social.ts'
import { logInSocial } from '#modules/identity/social/log-in-social.ts'
import { signInWith } from '#modules/identity/social/sign-in-with.ts'
import { refusedAddresses } from '#modules/identity/webhooks/refused-addresses.fixture.ts'
import { openWebhookTransport, webhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { type SiteUrl, siteUrlPort } from '#platform/ports.ts'
import { openOpenidSimulator, startOpenidSimulator } from '#simulators/openid/simulator.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { readIssuer } from './issuer.ts'
import { lockCurrentProvider, lockProvider } from './sign-in-provider.sql.ts'
import { fetchSignInProvider, removeSignInProvider, saveSignInProvider, tryIssuer } from './sign-in-provider.ts'

const openidSimulator = await startOpenidSimulator()
afterAll(openidSimulator.close)
const site = await openTestSite(fillPorts([webhookTransport, openWebhookTransport({ local: true })]))
const { read } = site.database
const admin = await site.addPerson({ loginid: 'boss@fleet.example', role: 'Admin' })
const usual = {
  organization_id: 1,
  name: 'Fleet',
  ...(openidSimulator.config as Record<'issuer' | 'client_id' | 'client_secret', string>),
  external_id_claim: 'employee',
  given_name_claim: '',
  family_name_claim: '',
  email_domains: ['Fleet.example'],
  creates_students: true,
  enabled: true,
}
const save = async (changes: Partial<typeof usual> = {}) =>
  saveSignInProvider.run((await site.signIn(admin)).ctx, { ...usual, ...changes })

let count = 0
let person: Record<string, string> = {}
beforeEach(async () => {
  await read`delete from identity.social_account`
  await read`delete from identity.sign_in_provider`
  Object.assign(openidSimulator.script, { claims: {}, configuration: {}, algorithm: 'RS256' })
  openidSimulator.script.replace.clear()
  // The process knows the provider's configuration for ten minutes.
  site.clock.offset_ms = 0
  await save()
  await tryIssuer.run((await site.signIn(admin)).ctx, { organization_id: 1 })
  count += 1
  person = { sub: `E-${count}`, email: `driver${count}@fleet.example`, given_name: 'Rosa', family_name: 'Medina' }
})

/** A browser at the provider: chooses the person and returns with the result. */
async function chooseAt(href: string, chosen = person) {
  const response = await fetch(`${href}&${new URLSearchParams(chosen)}`, { redirect: 'manual' })
  const back = new URL(response.headers.get('location')!)
  expect(back.origin + back.pathname).toBe('http://localhost/login/organization/callback')
  const parameter = (name: string) => back.searchParams.get(name)!
  return { code: parameter('code'), state: parameter('state'), iss: parameter('iss') }
}
const cookieOf = (line: string) => line.split(';')[0]!

async function arrive(ctx: Ctx, chosen = person) {
  const { href, cookie } = await beginAuthorization(ctx, 'organization', { to: '/', link: false })
  return completeAuthorization(ctx, 'organization', { ...(await chooseAt(href, chosen)), cookies: cookieOf(cookie) })
}
async function signIn(chosen = person, visit: Parameters<typeof site.visit>[0] = {}) {
  const ctx = await site.visit(visit)
  return signInWith(ctx, 'organization', (await arrive(ctx, chosen)).profile)
}
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'signed in',
    (error) => (error instanceof Refusal ? error.kind.code : String(error)),
  )
const sessionsOf = async (user_id: number) => read`select from identity.session where user_id = ${user_id}`
const addExternal = (user_id: number, external_id: string, organization_id = 1) =>
  read`insert into identity.external_person ${read({ user_id, external_id, organization_id })}`

describe("sign-in with the organization's own provider", () => {
  it('creates a student with a proven address and an external id, once, and finds them again', async () => {
    const claims = { ...person, employee: `N${count}` }
    const first = await signIn(claims)
    expect(first.user).toMatchObject({ role: 'Student', first_name: 'Rosa', last_name: 'Medina', email: person.email })
    const second = await signIn({ ...claims, email: 'other@fleet.example' })
    expect(second.user?.user_id).toBe(first.user?.user_id)
    const [row] = await read`
      select p.organization_id, p.email_proven_at is not null as proven, p.password_hash, e.external_id
      from identity.person p join identity.external_person e using (user_id) where user_id = ${first.user!.user_id}`
    expect(row).toEqual({ organization_id: 1, proven: true, password_hash: null, external_id: `N${count}` })
    const [session] = await read`
      select method, proved_at from identity.session where user_id = ${first.user!.user_id} limit 1`
    expect(session).toEqual({ method: 'organization', proved_at: null })
  })

  it('creates one student for ten simultaneous first sign-ins, and for two ids with one address', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => signIn()))
    expect(new Set(results.map(({ user }) => user?.user_id)).size).toBe(1)
    const email = `twice${count}@fleet.example`
    const pair = [`A${count}`, `B${count}`].map((sub) => refusalOf(signIn({ ...person, sub, email })))
    expect((await Promise.all(pair)).toSorted()).toEqual(['SOCIAL_TAKEN', 'signed in'])
    expect(await read`select from identity.person where email = ${email}`).toHaveLength(1)
  })

  it('does not count as a recent proof: saved cards, factors and passwords need a separate one', async () => {
    const { token } = await signIn()
    const ctx = await site.visit({ actor: (await site.whois(token))!.actor })
    expect(await isBegunByPartner(ctx)).toBe(true)
    expect(await refusalOf(requireFreshProof(ctx))).toBe('PROOF_NEEDED')
  })

  it('takes another login id if another organization has the address as one', async () => {
    await site.addPerson({ code: 'CCC', loginid: person.email! })
    const { user } = await signIn()
    expect(user).toMatchObject({ loginid: `aaa.${person.email}`, email: person.email })
  })

  it('opens the account with the external id, whatever its address, and the account with a proven address', async () => {
    const driver = await site.addPerson()
    await addExternal(driver.user_id, `N${count}`)
    const { user } = await signIn({ ...person, email_verified: 'false', employee: `N${count}` })
    expect(user?.user_id).toBe(driver.user_id)
    const other = await site.addPerson({ email: `Other${count}@Fleet.example` })
    const result = await signIn({ sub: `X${count}`, email: `other${count}@fleet.example` })
    expect(result.user?.user_id).toBe(other.user_id)
    expect(site.facts).toContainEqual({
      fact: 'identity.security_changed',
      data: expect.objectContaining({ user_id: other.user_id, kind: 'social_linked' }),
    })
  })

  it('proves the address of an account that no one has used, and removes what was added before', async () => {
    const { user_id } = await site.addPerson({ email: person.email!, proven: false, status: 3 })
    await read`update identity.person set password_hash = null where user_id = ${user_id}`
    const link = { user_id, organization_id: 1, provider: 'google', subject: `planted${count}` }
    await read`insert into identity.social_account ${read(link)}`
    expect((await signIn()).user?.user_id).toBe(user_id)
    const links = await read`select provider from identity.social_account where user_id = ${user_id}`
    expect(links).toEqual([{ provider: 'organization' }])
    const [row] = await read`
      select email_proven_at is not null as proven, lk_user_status_id as status from identity.person
      where user_id = ${user_id}`
    expect(row).toEqual({ proven: true, status: 1 })
  })

  it('T-01: does not open an account whose password belongs to someone who never proved the address', async () => {
    const { user_id } = await site.addPerson({ email: person.email!, proven: false })
    expect(await refusalOf(signIn())).toBe('SIGN_IN_TO_LINK')
    await addExternal(user_id, `N${count}`)
    expect(await refusalOf(signIn({ ...person, employee: `N${count}` }))).toBe('SIGN_IN_TO_LINK')
  })

  it.each([
    ['unverified', { email_verified: 'false' }],
    ['of another domain', { email: 'someone@elsewhere.example' }],
    ['of a domain below', { email: 'someone@sub.fleet.example' }],
    ['of a domain that ends like it', { email: 'someone@notfleet.example' }],
    ['with two parts', { email: 'a@elsewhere.example,b@fleet.example' }],
    ['missing', { email: '' }],
  ])('neither finds nor creates an account for an address that is %s', async (_, changes) => {
    const { email = '' } = { ...person, ...changes } as Record<string, string>
    if (email.includes('someone')) await site.addPerson({ email, loginid: `${count}.${email}` })
    expect(await refusalOf(signIn({ ...person, ...changes }))).toBe('ADDRESS_UNCONFIRMED')
  })

  it('creates no accounts where that is turned off', async () => {
    await save({ creates_students: false })
    expect(await refusalOf(signIn())).toBe('NO_ACCOUNT_HERE')
  })

  it('T-01: opens no account of staff before they connect it, and asks for their second factor afterwards', async () => {
    const staff = await site.addPerson({ email: person.email!, role: 'Admin' })
    await addExternal(staff.user_id, `N${count}`)
    const claims = { ...person, employee: `N${count}` }
    expect(await refusalOf(signIn(claims))).toBe('SIGN_IN_TO_LINK')
    expect(await refusalOf(signIn())).toBe('SIGN_IN_TO_LINK')
    const { ctx } = await site.signIn(staff)
    expect((await startLinkSocial.run(ctx, { social_via: 'organization' })).href).toBe('/login/organization?link=1')
    await linkProfile(ctx, 'organization', (await arrive(ctx)).profile)
    expect((await fetchSocialAccounts.run(ctx, {})).accounts).toMatchObject([{ provider: 'organization' }])
    expect((await signIn()).user?.user_id).toBe(staff.user_id)
    const totp = { user_id: staff.user_id, organization_id: 1, secret: Buffer.from('sealed'), confirmed_at: new Date() }
    await read`insert into identity.totp ${read(totp)}`
    expect(await signIn()).toMatchObject({ needs2fa: true, step: 'code', user: null })
    await read`delete from identity.totp`
    await read`update identity.organization set staff_2fa_required = true where organization_id = 1`
    expect(await refusalOf(signIn())).toBe('SIGN_IN_LINK_NEEDS_PASSWORD')
    await read`update identity.organization set staff_2fa_required = false where organization_id = 1`
    await unlinkSocial.run(ctx, { social_via: 'organization' })
    expect(await refusalOf(signIn())).toBe('SIGN_IN_TO_LINK')
  })

  it.each(['BBB', 'CCC'])("opens no account of organization %s, and isn't offered there", async (code) => {
    const other = await site.addPerson({ code, email: person.email! })
    await addExternal(other.user_id, `N${count}`, code === 'BBB' ? 2 : 3)
    const { user } = await signIn({ ...person, employee: `N${count}` })
    expect(user?.user_id).not.toBe(other.user_id)
    expect(await sessionsOf(other.user_id)).toHaveLength(0)
    expect(await refusalOf(signIn(person, { code }))).toBe('SOCIAL_NOT_OFFERED')
    const { ctx } = await site.signIn(other)
    expect(await refusalOf(startLinkSocial.run(ctx, { social_via: 'organization' }))).toBe('SOCIAL_NOT_OFFERED')
    const { profile } = await arrive(await site.visit())
    expect(await refusalOf(linkProfile(ctx, 'organization', profile))).toBe('SOCIAL_NOT_OFFERED')
    expect(await refusalOf(signInWith(await site.visit({ code }), 'organization', profile))).toBe('SOCIAL_NOT_OFFERED')
  })

  it('connects no account of another organization on this site', async () => {
    const stranger = await site.addPerson({ code: 'AAA' })
    const { token } = await site.signIn(stranger)
    // Beta is below Alpha: its site admits Alpha's people, and its provider does not know them.
    const childCtx = await site.visit({ code: 'BBB', actor: (await site.whois(token, 'BBB'))!.actor })
    await read`
      insert into identity.sign_in_provider (organization_id, name, issuer, client_id, client_secret, enabled)
      select 2, name, issuer, client_id, client_secret, true from identity.sign_in_provider`
    expect((await fetchSocialAccounts.run(childCtx, {})).providers).toEqual([])
    expect(await refusalOf(startLinkSocial.run(childCtx, { social_via: 'organization' }))).toBe('SOCIAL_NOT_OFFERED')
  })

  it('refuses disabled, removed and moved accounts, and the second id of an account', async () => {
    const { user } = await signIn()
    const { user_id } = user!
    expect(await refusalOf(signIn({ ...person, sub: 'someone-else' }))).toBe('SOCIAL_TAKEN')
    await read`update identity.person set lk_user_status_id = 2 where user_id = ${user_id}`
    expect(await refusalOf(signIn())).toBe('SOCIAL_FAILED')
    await read`update identity.person set lk_user_status_id = 1, deleted_at = now() where user_id = ${user_id}`
    expect(await refusalOf(signIn())).toBe('SOCIAL_FAILED')
    const disabled = await site.addPerson({ email: `off${count}@fleet.example`, status: 2 })
    expect(await refusalOf(signIn({ sub: `off${count}`, email: `off${count}@fleet.example` }))).toBe('SOCIAL_FAILED')
    expect(await sessionsOf(disabled.user_id)).toHaveLength(0)
    const [failure] = await read`
      select after from platform.audit_event where action = 'user.login_failed' order by audit_event_id desc limit 1`
    expect(failure).toEqual({ after: { method: 'organization', reason: 'SOCIAL_FAILED' } })
  })

  it('refuses a person who has moved to a parent organization', async () => {
    await save({ organization_id: 2 })
    const visit = { code: 'BBB' }
    const { user } = await signIn(person, visit)
    expect(await refusalOf(signIn(person, visit))).toBe('signed in')
    const parentPerson = await site.addPerson({ code: 'AAA' })
    await read`
      update identity.social_account set user_id = ${parentPerson.user_id}, organization_id = 1
      where user_id = ${user!.user_id}`
    expect(await refusalOf(signIn(person, visit))).toBe('SOCIAL_FAILED')
    expect(await sessionsOf(parentPerson.user_id)).toHaveLength(0)
    await read`update identity.session set ended_at = now() where user_id = ${user!.user_id}`
  })

  it('accepts no token that an app brings', async () => {
    const input = { social_via: 'organization' as 'google', token: 'x' }
    await expect(logInSocial.run(await site.visit(), input)).rejects.toMatchObject({ kind: { status: 400 } })
  })
})

describe("the return from the organization's provider", () => {
  it('works once, in the browser that left', async () => {
    const ctx = await site.visit()
    const { href, cookie } = await beginAuthorization(ctx, 'organization', { to: '/checkout', link: false })
    const other = await beginAuthorization(ctx, 'organization', { to: '/', link: false })
    const back = await chooseAt(href)
    for (const cookies of [null, 'waypost-oauth=nonsense', cookieOf(other.cookie)])
      expect(await refusalOf(completeAuthorization(ctx, 'organization', { ...back, cookies }))).toBe('SOCIAL_FAILED')
    const cookies = cookieOf(cookie)
    const asGoogle = completeAuthorization(ctx, 'google', { ...back, cookies })
    expect(await refusalOf(asGoogle)).toBe('SOCIAL_FAILED')
    const mixedUp = completeAuthorization(ctx, 'organization', { ...back, iss: 'https://other.example', cookies })
    expect(await refusalOf(mixedUp)).toBe('SOCIAL_FAILED')
    // Another person's code in this browser: the verifier does not match.
    const stolenReply = await chooseAt(other.href)
    const swapped = completeAuthorization(ctx, 'organization', { ...back, code: stolenReply.code, cookies })
    expect(await refusalOf(swapped)).toBe('SOCIAL_FAILED')
    expect(await completeAuthorization(ctx, 'organization', { ...back, cookies })).toMatchObject({ to: '/checkout' })
    const secondPromise = completeAuthorization(ctx, 'organization', { ...back, cookies })
    expect(await refusalOf(secondPromise)).toBe('SOCIAL_FAILED')
  })

  it('asks with PKCE, a state and a nonce', async () => {
    const { href } = await beginAuthorization(await site.visit(), 'organization', { to: '/', link: false })
    const { searchParams } = new URL(href)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: openidSimulator.config.client_id,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost/login/organization/callback',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('T-01: is refused with a wrong nonce, audience, party, issuer or time', async () => {
    const now = Math.floor(Date.now() / 1000)
    const { client_id } = openidSimulator.config
    const wrong = [
      { nonce: 'another' },
      { aud: 'another' },
      { aud: [client_id, 'another'] },
      { aud: [client_id, 'another'], azp: 'another' },
      { azp: 'another' },
      { iss: 'https://other.example' },
      { exp: now - 120 },
      { iat: now - 3_600, exp: now + 3_600 },
      { iat: now + 3_600, exp: now + 7_200 },
      { sub: 's'.repeat(256) },
    ]
    expect(wrong.length).toBeGreaterThan(0)
    for (const claims of wrong) {
      openidSimulator.script.claims = claims
      expect([claims, await refusalOf(signIn())]).toEqual([claims, 'SOCIAL_FAILED'])
    }
    openidSimulator.script.claims = { aud: [client_id, 'another'], azp: client_id }
    expect(await refusalOf(signIn())).toBe('signed in')
  })

  it("keeps its return address below the installation's host, and leads from there to the host that was visited", async () => {
    const siteUrl: SiteUrl = (code, path, at) =>
      code && at !== 'installation'
        ? `https://learn.fleet.example${path}`
        : `http://${code ? `${code.toLowerCase()}.` : ''}localhost${path}`
    const ownSite = await openTestSite(
      fillPorts([webhookTransport, openWebhookTransport({ local: true })], [siteUrlPort, siteUrl]),
    )
    const manager = await ownSite.addPerson({ role: 'Admin' })
    const { ctx } = await ownSite.signIn(manager)
    await saveSignInProvider.run(ctx, usual)
    const path = '/login/organization/callback'
    const { redirect_uris } = await fetchSignInProvider.run(ctx, { organization_id: 1 })
    expect(redirect_uris).toEqual([`http://aaa.localhost${path}`, `http://localhost${path}`])
    const addresses = [
      { origin: 'https://learn.fleet.example', returns: redirect_uris[0] },
      { origin: 'http://aaa.localhost', returns: redirect_uris[0] },
      { origin: 'http://localhost', returns: redirect_uris[1] },
    ]
    for (const { origin, returns } of addresses) {
      const visit = await ownSite.visit({ origin })
      const { href } = await beginAuthorization(visit, 'organization', { to: '/', link: false })
      const { searchParams } = new URL(href)
      expect(searchParams.get('redirect_uri')).toBe(returns)
      const returnedCtx = await ownSite.visit({ origin: new URL(returns!).origin })
      const originalUrl = findOriginalAddress(returnedCtx, 'organization', searchParams.get('state')!, path)
      expect(originalUrl ?? `${returnedCtx.request.origin}${path}`).toBe(`${origin}${path}`)
    }
  })

  it.each(['none', 'HS256', 'foreign', 'PS384'] as const)('is refused with a token signed by %s', async (kind) => {
    const ctx = await site.visit()
    const { href, cookie } = await beginAuthorization(ctx, 'organization', { to: '/', link: false })
    const nonce = new URL(href).searchParams.get('nonce')!
    const back = await chooseAt(href)
    const { SignJWT, UnsecuredJWT, exportSPKI, importJWK, generateKeyPair } = await import('jose')
    const { keys } = (await (await fetch(`${openidSimulator.url}/jwks`)).json()) as { keys: [{ kid: string }] }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: openidSimulator.url,
      aud: openidSimulator.config.client_id,
      sub: person.sub!,
      iat: now,
      exp: now + 300,
      nonce,
    }
    const sign = async (alg: string, key: Uint8Array | CryptoKey) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: keys[0].kid }).sign(key)
    const published = await exportSPKI((await importJWK(keys[0] as never, 'RS256', { extractable: true })) as CryptoKey)
    const tokens = {
      none: async () => new UnsecuredJWT(claims).encode(),
      HS256: () => sign('HS256', new TextEncoder().encode(published)),
      foreign: async () => sign('RS256', (await generateKeyPair('RS256')).privateKey),
      PS384: async () => sign('PS384', (await generateKeyPair('PS384')).privateKey),
    }
    openidSimulator.script.replace.set('/token', {
      status: 200,
      body: JSON.stringify({ id_token: await tokens[kind]() }),
    })
    const returnedPromise = completeAuthorization(ctx, 'organization', { ...back, cookies: cookieOf(cookie) })
    expect(await refusalOf(returnedPromise)).toBe('SOCIAL_FAILED')
  })

  it('survives a new signing key, and reads the keys again at most twice a minute', async () => {
    expect(await refusalOf(signIn())).toBe('signed in')
    const readings = () => openidSimulator.requests.filter((path) => path === '/jwks').length
    const before = readings()
    openidSimulator.script.algorithm = 'ES256'
    await openidSimulator.rotateKey()
    expect(await refusalOf(signIn())).toBe('signed in')
    expect(readings()).toBe(before + 1)
    await openidSimulator.rotateKey()
    expect(await refusalOf(signIn())).toBe('SOCIAL_FAILED')
    expect(readings()).toBe(before + 1)
    site.clock.offset_ms = 31_000
    expect(await refusalOf(signIn())).toBe('signed in')
    expect(readings()).toBe(before + 2)
  })

  it('is refused once the provider was turned off, replaced or removed meanwhile', async () => {
    for (const change of [
      () => save({ enabled: false }),
      () => save({ issuer: `${openidSimulator.url}/` }),
      async () => removeSignInProvider.run((await site.signIn(admin)).ctx, { organization_id: 1 }),
    ]) {
      await save()
      const ctx = await site.visit()
      const { profile } = await arrive(ctx)
      await change()
      expect(await refusalOf(signInWith(ctx, 'organization', profile))).toBe('SOCIAL_NOT_OFFERED')
    }
  })
})

describe('a provider that fails', () => {
  it.each([
    ['/token', 'a server error', { status: 500, body: 'x' }, 'PROVIDER_DOWN'],
    ['/token', 'a huge response', { status: 200, body: 'x'.repeat(100_000) }, 'PROVIDER_DOWN'],
    ['/token', 'a redirect', { status: 302, body: '' }, 'SOCIAL_FAILED'],
    ['/token', 'no JSON', { status: 200, body: '<html>' }, 'SOCIAL_FAILED'],
    ['/token', 'no token', { status: 200, body: '{"id_token":7}' }, 'SOCIAL_FAILED'],
  ] as const)('at %s with %s', async (path, _, response, code) => {
    openidSimulator.script.replace.set(path, response)
    expect(await refusalOf(signIn())).toBe(code)
  })

  it.each([
    ['/.well-known/openid-configuration', 'a server error', { status: 503, body: '' }, /couldn't read/],
    ['/.well-known/openid-configuration', 'no JSON', { status: 200, body: '<html>' }, /not an OpenID/],
    [
      '/.well-known/openid-configuration',
      'too much',
      { status: 200, body: ' '.repeat(70_000) },
      /more than 65536 bytes/,
    ],
    ['/jwks', 'too much', { status: 200, body: ' '.repeat(300_000) }, /more than 262144 bytes/],
    ['/jwks', 'no keys', { status: 200, body: '{"keys":[]}' }, /no signing keys/],
    ['/jwks', 'a shared secret', { status: 200, body: '{"keys":[{"kty":"oct","k":"AA"}]}' }, /no signing keys/],
    [
      '/jwks',
      'too many keys',
      { status: 200, body: JSON.stringify({ keys: Array(101).fill({ kty: 'RSA' }) }) },
      /not an/,
    ],
  ] as const)('is named by the test: %s with %s', async (path, _, response, says) => {
    openidSimulator.script.replace.set(path, response)
    const { ctx } = await site.signIn(admin)
    const attempt = tryIssuer.run(ctx, { organization_id: 1 })
    await expect(attempt).rejects.toMatchObject({
      kind: { code: 'ISSUER_UNUSABLE' },
      params: { reason: expect.stringMatching(says) },
    })
    expect(await refusalOf(signIn())).toBe('PROVIDER_DOWN')
    openidSimulator.script.replace.clear()
    expect(await tryIssuer.run(ctx, { organization_id: 1 })).toMatchObject({ keys: 1 })
  })

  it.each([
    [{ issuer: 'https://other.example' }, /calls itself https:\/\/other.example/],
    [{ id_token_signing_alg_values_supported: ['HS256', 'none'] }, /none of the algorithms/],
    [{ token_endpoint: 'ftp://a.example' }, /public https/],
    [{ authorization_endpoint: 'javascript:alert(1)' }, /public https/],
  ])('is named by the test: %j', async (configuration, says) => {
    openidSimulator.script.configuration = configuration
    const { ctx } = await site.signIn(admin)
    await expect(tryIssuer.run(ctx, { organization_id: 1 })).rejects.toMatchObject({
      params: { reason: expect.stringMatching(says) },
    })
  })

  it('is asked once for many visitors, and not again for ten seconds', async () => {
    openidSimulator.script.replace.set('/.well-known/openid-configuration', { status: 503, body: '' })
    site.clock.offset_ms = 3_600_000
    const readings = () => openidSimulator.requests.filter((path) => path.startsWith('/.well-known')).length
    const before = readings()
    const ctx = await site.visit()
    const start = () => beginAuthorization(ctx, 'organization', { to: '/', link: false })
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => refusalOf(start()))))).toEqual(
      new Set(['PROVIDER_DOWN']),
    )
    expect(await refusalOf(start())).toBe('PROVIDER_DOWN')
    expect(readings()).toBe(before + 1)
  })

  it('is never read at a private address, whatever its name resolves to, and only over https', async () => {
    expect(refusedAddresses.length).toBeGreaterThan(40)
    for (const address of refusedAddresses) {
      const transport = openWebhookTransport({ local: false, resolve: async () => [{ address }] })
      await expect(readIssuer(transport, 'https://login.example.com'), address).rejects.toThrow('unreachable')
    }
    const { accepts } = openWebhookTransport({ local: false })
    expect(['http://login.example.com', 'https://localhost', 'https://10.0.0.1'].filter(accepts)).toEqual([])
  })

  it('may not lead its second address to a private one', async () => {
    const requested: string[] = []
    const configuration = {
      issuer: 'https://login.example.com',
      authorization_endpoint: 'https://login.example.com/authorize',
      token_endpoint: 'https://login.example.com/token',
      jwks_uri: 'https://169.254.169.254/keys',
    }
    const { accepts } = openWebhookTransport({ local: false })
    const transport = {
      accepts,
      fetchComplete: async ({ url }: { url: string }) => {
        requested.push(url)
        return { status: 200, answer: JSON.stringify(configuration), fault: null, milliseconds: 0 }
      },
    }
    await expect(readIssuer(transport, 'https://login.example.com')).rejects.toThrow('addresses')
    expect(requested).toEqual(['https://login.example.com/.well-known/openid-configuration'])
  })
})

describe('the settings of a provider', () => {
  it('are shown without the secret, and stored sealed', async () => {
    const { ctx } = await site.signIn(admin)
    const { provider, redirect_uris } = await fetchSignInProvider.run(ctx, { organization_id: 1 })
    expect(provider).toEqual({
      name: 'Fleet',
      issuer: openidSimulator.url,
      client_id: openidSimulator.config.client_id,
      external_id_claim: 'employee',
      given_name_claim: 'given_name',
      family_name_claim: 'family_name',
      email_domains: ['fleet.example'],
      creates_students: true,
      enabled: true,
    })
    expect(redirect_uris).toEqual([
      'http://aaa.localhost/login/organization/callback',
      'http://localhost/login/organization/callback',
    ])
    const [row] = await read<{ client_secret: Buffer }>`select client_secret from identity.sign_in_provider`
    expect(row!.client_secret.toString('utf8')).not.toContain(openidSimulator.config.client_secret)
    const rows =
      await read`select before, after from platform.audit_event where action = 'organization.saveSignInProvider'`
    expect(JSON.stringify(rows)).not.toContain(openidSimulator.config.client_secret)
  })

  it('keep the secret for the same client alone: it reaches no other provider', async () => {
    expect(await save({ client_secret: '', name: 'Fleet 2' })).toEqual({ disconnected: 0 })
    expect(await refusalOf(signIn())).toBe('signed in')
    expect(await refusalOf(save({ client_secret: '', issuer: 'https://evil.example' }))).toBe('CLIENT_SECRET_MISSING')
    expect(await refusalOf(save({ client_secret: '', client_id: 'another' }))).toBe('CLIENT_SECRET_MISSING')
  })

  it('disconnect everyone with another issuer and when they are removed, and end the sessions that it began', async () => {
    const { token } = await signIn()
    expect(await site.whois(token)).not.toBeNull()
    expect(await save({ issuer: `${openidSimulator.url}/other` })).toEqual({ disconnected: 1 })
    expect(await site.whois(token)).toBeNull()
    await save()
    const second = await signIn()
    const { ctx } = await site.signIn(admin)
    // Someone connected to another organization's provider stays so.
    const other = await site.addPerson({ code: 'CCC' })
    const theirs = await site.signIn({ ...other, code: 'CCC' })
    await read`update identity.session set method = 'organization' where user_id = ${other.user_id}`
    await read`
      insert into identity.social_account (provider, subject, user_id, organization_id)
      values ('organization', 'E-other', ${other.user_id}, 3)`
    expect(await removeSignInProvider.run(ctx, { organization_id: 1 })).toEqual({ disconnected: 1 })
    expect(await site.whois(second.token)).toBeNull()
    expect(await site.whois(theirs.token, 'CCC')).not.toBeNull()
    expect(await read`select from identity.social_account where user_id = ${other.user_id}`).toHaveLength(1)
    await read`delete from identity.session where user_id = ${other.user_id}`
    expect(await refusalOf(removeSignInProvider.run(ctx, { organization_id: 1 }))).toBe('NOT_FOUND')
  })

  it('are one row after ten simultaneous changes, and are removed once', async () => {
    const { ctx } = await site.signIn(admin)
    const names = Array.from({ length: 10 }, (_, index) => `Fleet ${index}`)
    await Promise.all(names.map((name) => saveSignInProvider.run(ctx, { ...usual, name })))
    const rows = await read<{ name: string }>`select name from identity.sign_in_provider`
    expect(names).toContain(rows[0]?.name)
    expect(rows).toHaveLength(1)
    const removals = names.map(() => refusalOf(removeSignInProvider.run(ctx, { organization_id: 1 })))
    expect((await Promise.all(removals)).filter((code) => code === 'signed in')).toHaveLength(1)
  })

  it('change one after the other, and not while someone is signing in', async () => {
    const { ctx } = await site.signIn(admin)
    const saving = await inTurn(
      ctx,
      (inner) => lockProvider(inner, 1),
      () => ctx.tx((inner) => lockProvider(inner, 1)),
    )
    expect(saving.waited).toBe(true)
    const removing = await inTurn(
      ctx,
      (inner) => lockCurrentProvider(inner, `1 ${openidSimulator.url} x`),
      () => removeSignInProvider.run(ctx, { organization_id: 1 }),
    )
    expect(removing.waited).toBe(true)
  })

  it('leave no connected account behind when they are removed while people sign in', async () => {
    const visits = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const ctx = await site.visit()
        const claims = { ...person, sub: `race${count}-${index}`, email: `race${count}-${index}@fleet.example` }
        return { ctx, profile: (await arrive(ctx, claims)).profile }
      }),
    )
    const { ctx } = await site.signIn(admin)
    const signIns = visits.map((visit) => refusalOf(signInWith(visit.ctx, 'organization', visit.profile)))
    await Promise.all([...signIns, removeSignInProvider.run(ctx, { organization_id: 1 })])
    expect(await read`select from identity.social_account where provider = 'organization'`).toHaveLength(0)
    expect(await read`select from identity.session where method = 'organization' and ended_at is null`).toHaveLength(0)
  })

  it('need a recent proof, an Admin, and the organization in reach', async () => {
    const { ctx } = await site.signIn(admin)
    await read`update identity.session set proved_at = null`
    expect(await refusalOf(saveSignInProvider.run(ctx, usual))).toBe('PROOF_NEEDED')
    expect(await refusalOf(removeSignInProvider.run(ctx, { organization_id: 1 }))).toBe('PROOF_NEEDED')
    const calls = [fetchSignInProvider, saveSignInProvider, removeSignInProvider, tryIssuer] as const
    const stranger = await site.signIn(await site.addPerson({ code: 'CCC', role: 'Admin' }))
    const teacher = await site.signIn(await site.addPerson({ role: 'Instructor' }))
    for (const call of calls) {
      const input = call === saveSignInProvider ? usual : { organization_id: 1 }
      expect(await refusalOf(call.run(stranger.ctx, input as never))).toBe('NOT_FOUND')
      expect(await refusalOf(call.run(teacher.ctx, input as never))).toBe('FORBIDDEN')
    }
  })

  it.each([
    'not an address',
    'ftp://a.example',
    'https://a.example?x=1',
    'https://a.example#x',
    'https://u:p@a.example',
  ])('have no issuer %s', async (issuer) => {
    expect(await refusalOf(save({ issuer }))).toBe('ISSUER_ADDRESS')
  })

  it.each(['example', '*.example.com', 'a@b.example', 'exa mple.com', `${'a'.repeat(250)}.com`])(
    'have no domain %s',
    async (domain) => {
      expect(await refusalOf(save({ email_domains: [domain] }))).toBe('INVALID')
    },
  )
})

it('refuses to simulate a provider in production', () => {
  expect(() => openOpenidSimulator({ production: true, url: () => '' })).toThrow('must not run in production')
})
