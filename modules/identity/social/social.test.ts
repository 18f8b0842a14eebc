import { afterAll, beforeEach, expect, test } from 'vitest'
import { openSocialProviders } from '#modules/identity/social/open-providers.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { type RateClass, rateOf } from '#platform/rate-class.ts'
import { openSocialSimulator, startSocialSimulator } from '#simulators/social/simulator.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { beginAuthorization, completeAuthorization, findOriginalAddress } from './authorization.ts'
import { fetchJson } from './fetch-json.ts'
import { fetchSocialAccounts, linkSocial, unlinkSocial } from './link-social.ts'
import { logInSocial } from './log-in-social.ts'
import { socialProviders } from './provider.ts'

const providerSimulator = await startSocialSimulator()
afterAll(providerSimulator.close)
const site = await openTestSite(fillPorts([socialProviders, openSocialProviders(providerSimulator.config)]))
const origin = 'http://localhost'
let count = 0
let person = { sub: '', email: '' }
beforeEach(() => {
  count += 1
  person = { sub: `50${count}`, email: `friend${count}@example.com` }
})

const logIn = async (code = 'AAA') =>
  logInSocial.run(await site.visit({ code }), { social_via: 'google', token: await providerSimulator.idToken(person) })

test('ten simultaneous first sign-ins create one student and sign in ten times', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => logIn()))
  expect(new Set(results.map(({ user }) => user?.user_id)).size).toBe(1)
  expect(new Set(results.map(({ token }) => token)).size).toBe(10)
  const people = await site.database.read`select from identity.person where email = ${person.email}`
  expect(people).toHaveLength(1)
})

test('one person at Google and at Facebook has two accounts until they connect them', async () => {
  const { user } = await logIn()
  const facebook = {
    social_via: 'facebook' as const,
    appToken: providerSimulator.userToken(person),
    userID: person.sub,
  }
  const result = logInSocial.run(await site.visit(), facebook)
  await expect(result).rejects.toMatchObject({ kind: { code: 'SIGN_IN_TO_LINK' } })
  const { ctx } = await site.signIn({ user_id: user!.user_id, code: 'AAA' })
  await linkSocial.run(ctx, facebook)
  const signInResult = await logInSocial.run(await site.visit(), facebook)
  expect(signInResult.user?.user_id).toBe(user?.user_id)
  const { accounts } = await fetchSocialAccounts.run(ctx, {})
  expect(accounts.map(({ provider }) => provider)).toEqual(['facebook', 'google'])
})

test("a provider's account belongs to one person, and a person has one of each provider", async () => {
  await logIn()
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  const token = { social_via: 'google' as const, token: await providerSimulator.idToken(person) }
  await expect(linkSocial.run(ctx, token)).rejects.toMatchObject({ kind: { code: 'SOCIAL_TAKEN', status: 409 } })
  const first = { social_via: 'google' as const, token: await providerSimulator.idToken({ sub: `${person.sub}1` }) }
  await linkSocial.run(ctx, first)
  await linkSocial.run(ctx, first)
  const second = { social_via: 'google' as const, token: await providerSimulator.idToken({ sub: `${person.sub}2` }) }
  await expect(linkSocial.run(ctx, second)).rejects.toMatchObject({ kind: { code: 'SOCIAL_TAKEN' } })
})

test('connecting and disconnecting require a recent proof', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  await site.database
    .read`update identity.session set proved_at = null where session_id = ${ctx.actor.kind === 'user' ? ctx.actor.session_id : 0}`
  const token = await providerSimulator.idToken(person)
  const refusal = { kind: { code: 'PROOF_NEEDED', status: 403 } }
  await expect(linkSocial.run(ctx, { social_via: 'google', token })).rejects.toMatchObject(refusal)
  await expect(unlinkSocial.run(ctx, { social_via: 'google' })).rejects.toMatchObject(refusal)
})

test('one of two people who connect the same provider account at the same time, ten times each, gets it', async () => {
  const rivals = [await site.addPerson(), await site.addPerson()]
  const contexts = await Promise.all(rivals.map(async (rival) => (await site.signIn(rival)).ctx))
  const token = await providerSimulator.idToken({ sub: person.sub })
  const tries = contexts.flatMap((ctx) => Array.from({ length: 10 }, () => ctx))
  await Promise.allSettled(tries.map((ctx) => linkSocial.run(ctx, { social_via: 'google', token })))
  const lists = await Promise.all(contexts.map((ctx) => fetchSocialAccounts.run(ctx, {})))
  expect(lists.map(({ accounts }) => accounts.length).toSorted()).toEqual([0, 1])
})

test('refuses to remove the last way to sign in, even by two simultaneous requests', async () => {
  const { user } = await logIn()
  const { ctx } = await site.signIn({ user_id: user!.user_id, code: 'AAA' })
  const last = { kind: { code: 'LAST_WAY_IN', status: 409 } }
  await expect(unlinkSocial.run(ctx, { social_via: 'google' })).rejects.toMatchObject(last)
  await linkSocial.run(ctx, { social_via: 'facebook', appToken: providerSimulator.userToken(person) })
  const both = await Promise.allSettled([
    unlinkSocial.run(ctx, { social_via: 'google' }),
    unlinkSocial.run(ctx, { social_via: 'facebook' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { accounts } = await fetchSocialAccounts.run(ctx, {})
  expect(accounts).toHaveLength(1)
})

test('a person with a password can disconnect, and then cannot sign in with the provider', async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  const token = await providerSimulator.idToken({ sub: person.sub })
  await linkSocial.run(ctx, { social_via: 'google', token })
  await unlinkSocial.run(ctx, { social_via: 'google' })
  await unlinkSocial.run(ctx, { social_via: 'google' })
  const result = logInSocial.run(await site.visit(), { social_via: 'google', token })
  await expect(result).rejects.toMatchObject({ kind: { code: 'SOCIAL_NO_EMAIL' } })
})

test('refuses a disabled person, and one of another organization, with a provider as well', async () => {
  const { user } = await logIn()
  const refusal = { kind: { code: 'SOCIAL_FAILED', status: 401, text: ['Please login again to acces your account'] } }
  await expect(logIn('CCC')).rejects.toMatchObject({ kind: { code: 'SOCIAL_FAILED' } })
  expect((await logIn('BBB')).user?.user_id).toBe(user?.user_id)
  await site.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${user!.user_id}`
  await expect(logIn()).rejects.toMatchObject({
    kind: { ...refusal.kind, text: [refusal.kind.text[0], expect.anything()] },
  })
})

test('a second factor applies to sign-in with a provider, too', async () => {
  const { user } = await logIn()
  const totp = { user_id: user!.user_id, organization_id: 1, secret: Buffer.from('sealed'), confirmed_at: new Date() }
  await site.database.read`insert into identity.totp ${site.database.read(totp)}`
  const result = await logIn()
  expect(result).toMatchObject({ needs2fa: true, user: null })
  expect(await site.whois(result.token)).toBeNull()
})

test('refuses an unconfigured provider, and reports one that is down', async () => {
  const siteWithoutProviders = await openTestSite()
  const result = logInSocial.run(await siteWithoutProviders.visit(), { social_via: 'google', token: 'x' })
  await expect(result).rejects.toMatchObject({ kind: { code: 'SOCIAL_NOT_OFFERED', status: 422 } })
  const socialSimulator = await startSocialSimulator()
  const token = await socialSimulator.idToken(person)
  await socialSimulator.close()
  const otherSite = await openTestSite(fillPorts([socialProviders, openSocialProviders(socialSimulator.config)]))
  for (const input of [
    { social_via: 'google' as const, token },
    { social_via: 'facebook' as const, appToken: 'EAA' },
  ]) {
    const call = logInSocial.run(await otherSite.visit(), input)
    await expect(call).rejects.toMatchObject({ kind: { code: 'PROVIDER_DOWN', status: 503 } })
  }
})

/** A browser at the provider's site: chooses a person and returns with the result. */
async function chooseAt(href: string): Promise<{ code: string; state: string }> {
  const response = await fetch(`${href}&${new URLSearchParams(person)}`, { redirect: 'manual' })
  const back = new URL(response.headers.get('location')!)
  expect(back.origin + back.pathname).toMatch(/^http:\/\/localhost\/login\/(google|facebook)\/callback$/)
  return { code: back.searchParams.get('code')!, state: back.searchParams.get('state')! }
}
const cookieOf = (line: string) => line.split(';')[0]!

test.each(['google', 'facebook'] as const)(
  'a browser is redirected to %s and returns with the identity',
  async (name) => {
    const ctx = await site.visit()
    const { href, cookie } = await beginAuthorization(ctx, name, { to: '/checkout', link: false })
    const back = await chooseAt(href)
    const arrived = await completeAuthorization(ctx, name, { ...back, cookies: cookieOf(cookie) })
    expect(arrived).toMatchObject({
      to: '/checkout',
      link: false,
      profile: { subject: person.sub, email: person.email },
    })
    const admit = (rate: RateClass) => {
      throw new Error(`too many of ${rateOf(rate).name}`)
    }
    const busy = { ...ctx, admit }
    await expect(completeAuthorization(busy, name, { ...back, cookies: cookieOf(cookie) })).rejects.toThrow(
      'too many of sign-in',
    )
    // A code works only once.
    await expect(completeAuthorization(ctx, name, { ...back, cookies: cookieOf(cookie) })).rejects.toMatchObject({
      kind: { code: 'SOCIAL_FAILED' },
    })
  },
)

test('the return is accepted only in the browser that left, and for its provider', async () => {
  const ctx = await site.visit()
  const authorization = await beginAuthorization(ctx, 'google', { to: '/', link: false })
  const other = await beginAuthorization(ctx, 'google', { to: '/', link: false })
  const back = await chooseAt(authorization.href)
  const refusal = { kind: { code: 'SOCIAL_FAILED' } }
  for (const cookies of [null, '', 'waypost-oauth=nonsense', cookieOf(other.cookie)]) {
    await expect(completeAuthorization(ctx, 'google', { ...back, cookies })).rejects.toMatchObject(refusal)
  }
  const cookies = cookieOf(authorization.cookie)
  await expect(completeAuthorization(ctx, 'facebook', { ...back, cookies })).rejects.toMatchObject(refusal)
  await expect(completeAuthorization(ctx, 'google', { ...back, state: 'other', cookies })).rejects.toMatchObject(
    refusal,
  )
  // Another person's code in this browser: the verifier and the nonce don't match.
  const stolenReply = await chooseAt(other.href)
  const swapped = { code: stolenReply.code, state: back.state, cookies }
  await expect(completeAuthorization(ctx, 'google', swapped)).rejects.toMatchObject(refusal)
})

test('the provider redirects everyone to one address, which forwards to the original site', async () => {
  const otherSiteCtx = (await site.visit({ code: 'BBB' })).as({})
  const onOwnHost = { ...otherSiteCtx, request: { ...otherSiteCtx.request, origin: 'http://bbb.localhost' } }
  const { href } = await beginAuthorization(onOwnHost, 'google', { to: '/', link: false })
  const { state } = await chooseAt(href)
  const base = await site.visit()
  const path = `/login/google/callback?state=${state}`
  expect(findOriginalAddress(base, 'google', state, path)).toBe(`http://bbb.localhost${path}`)
  expect(findOriginalAddress(onOwnHost, 'google', state, path)).toBeNull()
  expect(findOriginalAddress(base, 'google', 'evil.example.x', path)).toBeNull()
  expect(findOriginalAddress(base, 'google', 'BBB-below.x', path)).toBe(`http://bbb.localhost${path}`)
  expect(findOriginalAddress(base, 'google', '-below.x', path)).toBeNull()
  expect(base.request.origin).toBe(origin)
})

test('the simulator refuses to run in production', () => {
  expect(() => openSocialSimulator({ production: true, url: () => '' })).toThrow('must not run in production')
})

test('a provider that redirects is refused, so that no token reaches another host', async () => {
  const requested: string[] = []
  const { url, close } = await serveLocal({
    fetch: (request) => {
      requested.push(new URL(request.url).pathname)
      return requested.length === 1 ? Response.redirect(new URL('/elsewhere', request.url)) : Response.json({})
    },
  })
  await expect(fetchJson(`${url}/token`)).rejects.toThrow('PROVIDER_DOWN')
  expect(requested).toEqual(['/token'])
  await close()
})
