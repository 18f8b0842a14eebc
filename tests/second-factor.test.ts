import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { demoPassword, readReferral } from '#modules/identity/entry.ts'
import { manifests } from '#modules/manifests.ts'
import { encodeId, encodeIds } from '#platform/ids.ts'
import { type Client, openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'

/** Sign-in with a second factor by browsers and programs: cookies, bearer tokens, plain forms. */
const app = await openTestApp()
const login = { loginid: 'student@example.com', password: demoPassword }
const student = await app.userId(login.loginid)
let last = 0

/** An unused code; waits for the next step if necessary. */
async function nextCode(secret: string): Promise<string> {
  const [row] = await app.database.read<{
    epoch: number
  }>`select floor(extract(epoch from platform.now()))::int as epoch`
  await app.database.read`update identity.totp set last_step = 0`
  last = row!.epoch
  return generateSync({ secret, epoch: last })
}

async function enable(client: Client): Promise<string> {
  const { body } = await client.post('/user/start2fa')
  const response = await client.post('/user/save2fa', { token: await nextCode(body.secret), secret: '' })
  expect(response.body).toMatchObject({ error: false, tfa_enabled: true })
  return body.secret
}

const secret = await enable(await app.as(student))

/** A program that holds a handle, as in the contract: the response's `token` is sent as bearer. */
async function program(token: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', host: 'localhost:3000' }
  const response = await app.app.request(`http://localhost:3000/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() }
}

describe('T-07: the handle of a pending sign-in', () => {
  test('opens no operation at all', async () => {
    const browser = app.visitor()
    const { body } = await browser.post('/user/login', login)
    expect(body).toMatchObject({ needs2fa: true, user: null })
    const operations = manifests.flatMap((manifest) => manifest.operations)
    const closedOperations = operations.filter(({ may }) => !may.gate({ kind: 'anonymous' }))
    expect(closedOperations.length).toBeGreaterThan(50)
    for (const operation of closedOperations) {
      const asCookie = await callOperation(browser, operation, {})
      expect([operation.call, asCookie.status]).toEqual([operation.call, 401])
      const headers = { authorization: `Bearer ${body.token}`, host: 'localhost:3000' }
      const path = `http://localhost:3000/api${operation.path.replaceAll(/\{\w+\}/g, '1')}`
      const asBearer = await app.app.request(path, { method: operation.method, headers })
      expect([operation.call, asBearer.status]).toEqual([operation.call, 401])
    }
    expect((await browser.visit('/dashboard')).headers.get('location')).toContain('/login')
  })

  test('creates a session together with a code, for a program by bearer as the contract describes', async () => {
    const { body } = await program('', '/user/login', login)
    const response = await program(body.token, '/user/verify2faToken', { token: '000000', loginid: login.loginid })
    expect([response.status, response.body.code]).toEqual([422, 'WRONG_CODE'])
    const validForm = { token: await nextCode(secret), loginid: login.loginid }
    const result = await program(body.token, '/user/verify2faToken', validForm)
    expect(result.body).toMatchObject({ verified: true, needs2fa: false, user: { user_id: student } })
    const headers = { authorization: `Bearer ${result.body.token}`, host: 'localhost:3000' }
    const me = await app.app.request('http://localhost:3000/api/user/getCurrentUser', { headers })
    expect((await me.json()).user).toMatchObject({ user_id: student, tfa_enabled: true })
  })

  test('is a cookie that no script can read, deleted once the session exists', async () => {
    const browser = app.visitor()
    const response = await browser.post('/user/login', login)
    const [step] = response.headers.getSetCookie().filter((line) => line.startsWith('waypost-step='))
    expect(step).toMatch(/HttpOnly; SameSite=Lax; Max-Age=300/)
    expect(browser.cookies()).not.toMatch(/waypost=/)
    await browser.post('/user/verify2faToken', { token: await nextCode(secret) })
    expect(browser.cookies()).toMatch(/waypost=[\w-]{43}/)
    expect(browser.cookies()).not.toContain('waypost-step=')
  })

  test('is not replaced by a flag: `verified` in a request does nothing', async () => {
    const browser = app.visitor()
    await browser.post('/user/login', login)
    const response = await browser.get('/user/getCurrentUser?verified=true')
    expect(response.status).toBe(401)
  })
})

test('a second factor is not set up before the email address is confirmed', async () => {
  const user_id = await app.userId('instructor@example.com')
  const client = await app.as(user_id)
  await app.database.read`update identity.person set email_proven_at = null where user_id = ${user_id}`
  expect((await client.post('/user/start2fa')).body).toMatchObject({ code: 'CONFIRM_EMAIL_FIRST' })
  expect(await app.database.read`select from identity.totp where user_id = ${user_id}`).toEqual([])
  await app.database.read`update identity.person set email_proven_at = platform.now() where user_id = ${user_id}`
})

test('eight simultaneous confirmations turn the second factor on once, with one set of recovery codes', async () => {
  const client = await app.as(await app.userId('admin@example.com'))
  const { body } = await client.post('/user/start2fa')
  const token = await nextCode(body.secret)
  const responses = await Promise.all(Array.from({ length: 8 }, () => client.post('/user/save2fa', { token })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
  const codes = await app.database.read`
    select from identity.recovery_code r join identity.person p using (user_id) where p.loginid = 'admin@example.com'`
  expect(codes).toHaveLength(10)
})

describe('without scripts', () => {
  test('password and code lead to the requested page', async () => {
    const browser = app.visitor()
    const first = await browser.visit('/login?redirect=/about', { ...login })
    expect(first.headers.get('location')).toBe('/login/code?redirect=%2Fabout')
    const page = await browser.visit('/login/code?redirect=%2Fabout')
    expect(page.text).toMatch(/autocomplete="one-time-code"/i)
    const response = await browser.visit('/login/code?redirect=%2Fabout', { code2fa: '000000' })
    expect([response.status, response.text.includes('000000')]).toEqual([422, false])
    expect(response.text).toContain("This code isn't right")
    const reply = await browser.visit('/login/code?redirect=%2Fabout', { code2fa: await nextCode(secret) })
    expect(reply.headers.get('location')).toBe('/about')
    expect((await browser.get('/user/getCurrentUser')).body.user.user_id).toBe(student)
    expect((await browser.visit('/login/code')).headers.get('location')).toBe('/dashboard')
  })

  test('the second step is shown only after the first, and no step redirects to another site', async () => {
    for (const path of ['/login/code', '/login/set-up'])
      expect((await app.visitor().visit(path)).headers.get('location')).toBe('/login?redirect=%2Fdashboard')
    const browser = app.visitor()
    const first = await browser.visit('/login?redirect=//evil.example', { ...login })
    expect(first.headers.get('location')).toBe('/login/code?redirect=%2Fdashboard')
  })

  test('staff who must have a second factor scan a code, confirm it and see their recovery codes once', async () => {
    await app.database.read`update identity.organization set staff_2fa_required = true where organization_id = 1`
    const browser = app.visitor()
    const staff = { loginid: 'instructor@example.com', password: demoPassword }
    const first = await browser.visit('/login', staff)
    expect(first.headers.get('location')).toBe('/login/set-up?redirect=%2Fdashboard')
    const { text } = await browser.visit('/login/set-up')
    expect(text).toContain('src="data:image/svg+xml;base64,')
    const key = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', '')
    const reply = await browser.visit('/login/set-up', { code2fa: await nextCode(key) })
    expect(reply.headers.get('location')).toBe('/login/recovery-codes?redirect=%2Fmanage%2Fhome')
    const codesPage = await browser.visit('/login/recovery-codes')
    expect(codesPage.text.match(/<li>[2-9A-Z]{5}-[2-9A-Z]{5}-[2-9A-Z]{5}<\/li>/g)).toHaveLength(10)
    const response = await browser.visit('/login/recovery-codes?redirect=/about', { kept: '1' })
    expect(response.headers.get('location')).toBe('/about')
    expect((await browser.visit('/login/recovery-codes')).headers.get('location')).toBe('/dashboard')
    await app.database.read`update identity.organization set staff_2fa_required = false where organization_id = 1`
  })
})

describe('T-25: a referral link of staff', () => {
  const origin = 'http://localhost:3000'
  const cart = encodeIds([1, 22])

  test('is stored for checkout, and the visitor signs in as usual', async () => {
    const browser = app.visitor()
    const to = `/login?cart=${cart}&administrator=${encodeId(1)}&redirect=/checkout`
    const response = await browser.visit(to)
    expect(response.headers.get('location')).toBe('/login?redirect=%2Fcheckout')
    const referrer = { role: 'administrator', user_id: 1 }
    expect(readReferral(origin, browser.cookies())).toEqual({ cart: [1, 22], referrer })
    expect((await browser.visit('/login?redirect=/checkout')).status).toBe(200)
  })

  test('grants no permission, for any guessed id', async () => {
    const browser = app.visitor()
    for (let id = 1; id <= 200; id++) await browser.visit(`/login?instructor=${encodeId(id)}&cart=${encodeId(id)}`)
    expect((await browser.get('/user/getCurrentUser')).status).toBe(401)
    const signUp = {
      email: 'referred@example.com',
      password: 'Long-Road-Home-77',
      first_name: 'Ref',
      last_name: 'Erred',
    }
    const overrides = { confirmPassword: signUp.password, agreeTerms: true }
    const { body } = await browser.post('/user/createUserFromSignup', { ...signUp, ...overrides })
    expect(body.user).toMatchObject({ role: 'Student' })
  })

  test('is refused unless it was encoded by us', async () => {
    const response = await app.visitor().visit('/login?cart=1,22&administrator=1')
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().join()).not.toContain('waypost-referral')
    expect(readReferral(origin, 'waypost-referral=cart=1&administrator=../..')).toBeNull()
  })
})
