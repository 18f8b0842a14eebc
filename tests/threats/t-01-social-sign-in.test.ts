import { createSign, generateKeyPairSync } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createUserFromSignup } from '#modules/identity/sign-up/create-user-from-signup.ts'
import { facebookLogin, googleLogin, logInSocial } from '#modules/identity/social/log-in-social.ts'
import { openSocialProviders } from '#modules/identity/social/open-providers.ts'
import { socialProviders } from '#modules/identity/social/provider.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { type PretendedPerson, startSocialSimulator } from '#simulators/social/simulator.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'

const socialSimulator = await startSocialSimulator()
afterAll(socialSimulator.close)
const site = await openTestSite(fillPorts([socialProviders, openSocialProviders(socialSimulator.config)]))
const ana: PretendedPerson = { sub: '7001', email: 'ana@example.com', given_name: 'Ana', family_name: 'Ríos' }
const failedError = { kind: { status: 401, code: 'SOCIAL_FAILED' } }
const seconds = () => Math.floor(Date.now() / 1000)

async function sessions(): Promise<number> {
  const [row] = await site.database.read<{ n: number }>`select count(*)::int as n from identity.session`
  return row!.n
}
const google = async (token: string) => logInSocial.run(await site.visit(), { social_via: 'google', token })

test("T-01: an email address and a role without the provider's token return 400 and no session", async () => {
  await site.addPerson({ loginid: 'boss@example.com', role: 'Admin' })
  const before = await sessions()
  const body = { email: 'boss@example.com', role: 'Admin', first_name: 'B', last_name: 'B' }
  for (const login of [googleLogin, facebookLogin]) {
    await expect(login.run(await site.visit(), body)).rejects.toMatchObject({ kind: { status: 400 } })
  }
  for (const social_via of ['google', 'facebook'] as const) {
    const input = { social_via, role: 'Admin', userID: '1' }
    await expect(logInSocial.run(await site.visit(), input)).rejects.toMatchObject({ kind: { status: 400 } })
  }
  expect(await sessions()).toBe(before)
})

test('T-01: forged, expired, foreign and otherwise wrong ID tokens of Google open no session', async () => {
  const before = await sessions()
  for (const [name, token] of Object.entries(await wrongTokens())) {
    const refusal = await google(token).then(
      () => 'signed in',
      (error) => error.kind?.code ?? String(error),
    )
    expect([name, refusal]).toEqual([name, 'SOCIAL_FAILED'])
  }
  const unconfirmed = await socialSimulator.idToken({ ...ana, email_verified: false })
  await expect(google(unconfirmed)).rejects.toMatchObject({ kind: { code: 'SOCIAL_NO_EMAIL' } })
  expect(await sessions()).toBe(before)
})

async function wrongTokens(): Promise<Record<string, string>> {
  const validToken = await socialSimulator.idToken(ana)
  const [header = '', payload = '', signature = ''] = validToken.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { kid: string }
  const { keys } = (await (await fetch(`${socialSimulator.url}/google/certs`)).json()) as { keys: [JsonWebKey] }
  const published = await exportSPKI(
    (await importJWK({ ...keys[0], kty: 'RSA' }, 'RS256', { extractable: true })) as never,
  )
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const signedBy = (head: string) => {
    const text = `${head}.${payload}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(stranger).toString('base64url')}`
  }
  return {
    'no token at all': 'nonsense',
    'another payload under the same signature': `${header}.${encode({ ...claims, sub: '1' })}.${signature}`,
    'signed with another key': signedBy(header),
    'signed by a key that is published nowhere': signedBy(encode({ alg: 'RS256', kid: 'unknown' })),
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'alg none with a signature': `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
    'HS256 with the public key as its secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(published)),
    expired: await socialSimulator.idToken(ana, { iat: seconds() - 7_200, exp: seconds() - 120 }),
    'for another client': await socialSimulator.idToken(ana, { aud: 'somebody-else.apps', azp: 'somebody-else.apps' }),
    'for us, asked for by another client': await socialSimulator.idToken(ana, { azp: 'somebody-else.apps' }),
    'of another issuer': await socialSimulator.idToken(ana, { iss: 'https://accounts.evil.example' }),
    'without an expiry': await socialSimulator.idToken(ana, { exp: undefined as never }),
    'without a subject': await socialSimulator.idToken({ ...ana, sub: undefined as never }),
    'not valid yet': await socialSimulator.idToken(ana, { nbf: seconds() + 3_600 }),
  }
}

test('T-01: wrong user tokens of Facebook open no session', async () => {
  const before = await sessions()
  const ben: PretendedPerson = { sub: '8001', email: 'ben@example.com', given_name: 'Ben', family_name: 'Okoro' }
  const invalidInput: Record<string, { appToken: string; userID?: string }> = {
    'made up': { appToken: 'EAAnonsense' },
    'of another app': { appToken: socialSimulator.userToken(ben, { app_id: '666' }) },
    'no longer valid': { appToken: socialSimulator.userToken(ben, { is_valid: false }) },
    expired: { appToken: socialSimulator.userToken(ben, { expires_at: seconds() - 120 }) },
    'of another person than claimed': { appToken: socialSimulator.userToken(ben), userID: '8002' },
  }
  for (const [name, brought] of Object.entries(invalidInput)) {
    const answer = logInSocial.run(await site.visit(), { social_via: 'facebook', ...brought })
    await expect(answer, name).rejects.toMatchObject(failedError)
  }
  const without = socialSimulator.userToken({ sub: '8003' })
  const answer = facebookLogin.run(await site.visit(), { token: without })
  await expect(answer).rejects.toMatchObject({ kind: { code: 'SOCIAL_NO_EMAIL' } })
  expect(await sessions()).toBe(before)
})

test('T-01: identity and role come from the token; the body is ignored', async () => {
  const body = { email: 'boss@example.com', first_name: 'Boss', last_name: 'Boss', role: 'Admin' }
  const result = await googleLogin.run(await site.visit(), { ...body, token: await socialSimulator.idToken(ana) })
  expect(result.user).toMatchObject({ role: 'Student', email: 'ana@example.com', first_name: 'Ana', last_name: 'Ríos' })
  expect(result.data.token).toBe(result.token)
  expect((await site.whois(result.token))?.actor).toMatchObject({ role: 'Student', user_id: result.user?.user_id })
  const secondSignIn = await logInSocial.run(await site.visit(), {
    social_via: 'google',
    role: 'Admin',
    token: await socialSimulator.idToken({ ...ana, email: 'renamed@example.com' }),
  })
  expect(secondSignIn.user).toMatchObject({ user_id: result.user?.user_id, email: 'ana@example.com', role: 'Student' })
})

test("T-01: an account with the provider's email address is not opened until its owner connects it", async () => {
  const owner = await site.addPerson({ loginid: 'owner@example.com' })
  const signup = { email: 'early@example.com', password, confirmPassword: password, agreeTerms: true }
  await createUserFromSignup.run(await site.visit(), { ...signup, first_name: 'Early', last_name: 'Bird' })
  for (const email of ['owner@example.com', 'OWNER@example.com', 'early@example.com']) {
    const token = await socialSimulator.idToken({ sub: `9${email.length}`, email })
    await expect(google(token)).rejects.toMatchObject({ kind: { code: 'SIGN_IN_TO_LINK', status: 409 } })
  }
  const links = await site.database.read`select from identity.social_account where user_id = ${owner.user_id}`
  expect(links).toHaveLength(0)
})
