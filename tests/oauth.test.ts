import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'
import { byBearer } from './support/outsiders.ts'
import { whileHeld } from './support/while-held.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const origin = 'http://localhost:3000'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

type Sent = { basic?: string; host?: string; type?: string }
async function request(form: Record<string, string> | string, { basic, host = 'localhost:3000', type }: Sent = {}) {
  const headers = new Headers({ host, 'content-type': type ?? 'application/x-www-form-urlencoded' })
  if (basic) headers.set('authorization', `Basic ${btoa(basic)}`)
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const response = await app.app.request(`http://${host}/oauth/token`, { method: 'POST', headers, body })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

const grant = { grant_type: 'client_credentials' }
const tokenOf = async (
  { client_id, key }: { client_id: number; key: string },
  overrides: Record<string, string> = {},
) => request({ ...grant, client_id: String(client_id), client_secret: key, ...overrides })
const addKeyOf = async (client_id: number): Promise<string> =>
  (await admin.post('/client/addKey', { client_id })).body.key
const status = async (token: string, path = '/student/fetch') => (await byBearer(app, token).get(path)).status

describe('a token', () => {
  it('is granted for a key in the form or the header, and is valid for an hour', async () => {
    const client = await addClient(app)
    const tokenResponse = await tokenOf(client, { scope: 'MANAGE_STUDENTS:READ' })
    expect(tokenResponse.body).toEqual({
      access_token: expect.stringMatching(/^wp_token_[0-9A-Za-z]{46}$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'MANAGE_STUDENTS:READ',
    })
    expect(tokenResponse.headers.get('cache-control')).toBe('no-store')
    expect(await status(tokenResponse.body.access_token)).toBe(200)
    const byHeader = await request(grant, { basic: `${client.client_id}:${client.key}` })
    expect(await status(byHeader.body.access_token)).toBe(200)
    await app.database.read`update identity.client_token set expires_at = platform.now() - interval '1 second'`
    expect(await status(tokenResponse.body.access_token)).toBe(401)
  })

  it('has only the requested permissions, without those that the client has lost', async () => {
    const client = await addClient(app, { permissions: ['MANAGE_STUDENTS:READ', 'MANAGE_COURSES:READ'] })
    const { access_token } = (await tokenOf(client, { scope: 'MANAGE_STUDENTS:READ' })).body
    expect([await status(access_token), await status(access_token, '/course/fetch')]).toEqual([200, 403])
    expect((await tokenOf(client, { scope: 'MANAGE_PAYMENTS:READ' })).body).toEqual({ error: 'invalid_scope' })
    await app.database.read`
      update identity.client set permissions = '{MANAGE_COURSES:READ}' where client_id = ${client.client_id}`
    expect(await status(access_token)).toBe(403)
  })

  it('ends with its key and with its client', async () => {
    for (const end of ['client_key', 'client'] as const) {
      const client = await addClient(app)
      const { access_token } = (await tokenOf(client)).body
      expect(await status(access_token)).toBe(200)
      const [key] = await app.database.read<{ client_key_id: number }>`
        select client_key_id from identity.client_key where client_id = ${client.client_id}`
      if (end === 'client') await admin.post('/client/end', { client_id: client.client_id })
      else await admin.post('/client/endKey', key!)
      expect(await status(access_token), end).toBe(401)
      expect((await tokenOf(client)).status, end).toBe(401)
    }
  })

  it('ends with its key even if it was granted while the key ended', async () => {
    const client = await addClient(app)
    const { access_token } = (await tokenOf(client)).body
    expect(await status(access_token)).toBe(200)
    await app.database.read`
      update identity.client_key set ended_at = platform.now() where client_id = ${client.client_id}`
    expect(await status(access_token)).toBe(401)
  })

  it('works only on the site where it was requested, and below', async () => {
    const client = await addClient(app)
    await app.database.tx((sql) =>
      insertOrganization(sql, { code: 'LOW', name: 'Lower School', parent_organization_id: client.organization_id }),
    )
    const host = 'low.localhost:3000'
    const form = { ...grant, client_id: String(client.client_id), client_secret: client.key }
    const { access_token } = (await request(form, { host })).body
    expect((await byBearer(app, access_token, 'LOW').get('/student/fetch')).status).toBe(200)
    expect(await status(access_token)).toBe(401)
  })

  it('is not a key, so it grants no other token', async () => {
    const client = await addClient(app)
    const { access_token } = (await tokenOf(client)).body
    expect((await tokenOf({ ...client, key: access_token })).body).toEqual({ error: 'invalid_client' })
  })
})

describe('the token endpoint refuses', () => {
  it('a wrong key, another client, a foreign network, an ended client', async () => {
    const [first, two] = [await addClient(app), await addClient(app)]
    const away = await addClient(app, { networks: ['203.0.113.0/24'] })
    for (const client of [{ ...first, key: 'wp_live_x' }, { ...first, client_id: two.client_id }, away]) {
      const response = await tokenOf(client)
      expect([response.status, response.body]).toEqual([401, { error: 'invalid_client' }])
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic/)
    }
  })

  it('requests that violate RFC 6749', async () => {
    const { client_id, key } = await addClient(app)
    const basic = `${client_id}:${key}`
    const cases: [Record<string, string> | string, string, Sent?][] = [
      [{}, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      ['grant_type=client_credentials&grant_type=client_credentials', 'invalid_request'],
      [{ ...grant, client_secret: key }, 'invalid_request'],
      ['{}', 'invalid_request', { type: 'application/json' }],
    ]
    for (const [form, error, more] of cases)
      expect((await request(form, { basic, ...more })).body, JSON.stringify(form)).toEqual({ error })
  })
})

describe('a signed assertion', async () => {
  const { client_id } = await addClient(app)
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty: 'EC', kid: 'one', alg: 'ES256', crv, x, y }
  const put = (keys: object[]) => admin.put('/client/publicKeys', { client_id, keys })
  const sign = (claims: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = privateKey, alg = 'ES256') =>
    new SignJWT({
      iss: String(client_id),
      sub: String(client_id),
      aud: `${origin}/oauth/token`,
      jti: crypto.randomUUID(),
      exp: Math.floor(Date.now() / 1000) + 60,
      ...claims,
    })
      .setProtectedHeader({ alg, kid: 'one' })
      .sign(key)
  const send = (client_assertion: string) =>
    request({ ...grant, client_assertion_type: assertionType, client_assertion })

  it('grants a token once', async () => {
    expect((await send(await sign())).body, 'before there is a key').toEqual({ error: 'invalid_client' })
    expect((await put([jwk])).status).toBe(200)
    const assertion = await sign()
    const result = await Promise.all(Array.from({ length: 5 }, () => send(assertion)))
    const granted = result.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(1)
    expect(await status(granted[0]!.body.access_token)).toBe(200)
  })

  it('is refused with another key, algorithm, client, audience or age', async () => {
    const other = await generateKeyPair('ES256')
    const soon = Math.floor(Date.now() / 1000)
    const shared = new TextEncoder().encode(JSON.stringify(jwk).padEnd(64))
    for (const assertion of [
      await sign({}, other.privateKey),
      await sign({}, shared, 'HS256'),
      await sign({ sub: '999999' }),
      await sign({ iss: 'someone' }),
      await sign({ aud: 'https://elsewhere.example/oauth/token' }),
      await sign({ exp: soon - 60 }),
      await sign({ exp: soon + 3_600 }),
      await sign({ jti: undefined }),
      'no.token.at-all',
    ])
      expect((await send(assertion)).body).toEqual({ error: 'invalid_client' })
  })

  it('loses its tokens when the public keys are replaced, unlike the tokens of keys', async () => {
    const client = { client_id, key: await addKeyOf(client_id) }
    expect((await put([jwk])).status).toBe(200)
    const { access_token: ofAssertion } = (await send(await sign())).body
    const { access_token: ofKey } = (await tokenOf(client)).body
    expect([await status(ofAssertion), await status(ofKey)]).toEqual([200, 200])
    expect((await put([jwk])).status).toBe(200)
    expect([await status(ofAssertion), await status(ofKey)]).toEqual([401, 200])
  })

  it('gets no token when the public keys are replaced during the request', async () => {
    expect((await put([jwk])).status).toBe(200)
    const next = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)
    const other = { ...jwk, kid: 'two', x: next.x, y: next.y }
    const assertion = await sign()
    const [response, token] = await whileHeld<{ status: number; body: unknown }>(
      app.database,
      'identity.client_token',
      () => [put([other])],
      () => [send(assertion)],
    )
    expect([response!.status, token!.body]).toEqual([200, { error: 'invalid_client' }])
  })

  it('cannot get keys from an Admin who lacks a permission of the client', async () => {
    const [lacking] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      select organization_id, 1, 'lacking@example.com', 'lacking@example.com'
      from identity.organization where default_ind returning user_id`
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${lacking!.user_id}, 1, 'MANAGE_PAYMENTS:READ', false)`
    const other = await app.as(lacking!.user_id)
    expect((await other.put('/client/publicKeys', { client_id, keys: [jwk] })).body.code).toBe('CANNOT_GRANT')
  })

  it('is verified by no private key, weak key or third key', async () => {
    const { d } = await exportJWK(privateKey)
    for (const keys of [
      [{ ...jwk, d }],
      [jwk, { ...jwk, kid: 'two' }, { ...jwk, kid: 'three' }],
      [{ kty: 'RSA', kid: 'weak', alg: 'RS256', n: 'AQAB', e: 'AQAB' }],
    ])
      expect((await put(keys)).body.code).toBe('INVALID')
    expect((await put([jwk, jwk])).body.code).toBe('PUBLIC_KEY_WRONG')
    expect((await put([{ ...jwk, x: 'AAAA' }])).body.code).toBe('PUBLIC_KEY_WRONG')
  })
})

it('describes itself (RFC 8414)', async () => {
  const response = await app.app.request(`${origin}/.well-known/oauth-authorization-server`, {
    headers: { host: 'localhost:3000' },
  })
  expect(await response.json()).toMatchObject({
    issuer: origin,
    token_endpoint: `${origin}/oauth/token`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  })
})
