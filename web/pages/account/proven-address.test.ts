import { beforeEach, expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const student = 'student@example.com'
const password = 'Yield-Sign-2027!x'
let user_id = 0

beforeEach(async () => {
  user_id = await app.userId(student)
  await app.moveClock(61 * 60_000)
  app.mail.sent.length = 0
})

const add = {
  google: () => app.database.read`
    insert into identity.social_account (provider, subject, user_id, organization_id, email)
    select 'google', 'g1', user_id, organization_id, 'else@example.net' from identity.person where user_id = ${user_id}`,
  passkey: () => app.database.read`
    insert into identity.passkey (user_id, organization_id, credential_id, public_key, counter, transports, name, backed_up)
    select user_id, organization_id, 'credential'::bytea, 'key'::bytea, 0, '{}', 'Old <phone>', false
    from identity.person where user_id = ${user_id}`,
}
const setProven = (instant: Date | null) => app.database.read`
  update identity.person set email_proven_at = ${instant} where user_id = ${user_id}`

/** The path of the link in the newest email that contains it. */
async function mailed(path: string): Promise<string> {
  await app.runJobs()
  const text = app.mail.sent.map((email) => email.text).find((text) => text.includes(path))
  return new RegExp(`${path}\\?token=[\\w-]{43}`).exec(text ?? '')![0]
}

/** A browser that just set a new password by a mailed link, and its resulting page. */
async function reset(): Promise<{ browser: Client; to: string }> {
  await app.visitor().post('/user/resetPassword', { loginid: student })
  const browser = app.visitor()
  const path = await mailed('/change-password')
  const { headers } = await browser.visit(path, { newPassword: password, confirmPassword: password })
  return { browser, to: headers.get('location') ?? '' }
}

test('a reset lists the other ways to sign in; each can be removed by a plain form before continuing', async () => {
  await setProven(new Date())
  await Promise.all([add.google(), add.passkey()])
  const { browser, to } = await reset()
  expect(to).toBe('/change-password/other-ways?redirect=%2Fdashboard')
  const { text } = await browser.visit(to)
  expect(text).toContain('else@example.net')
  expect(text).toContain('Old &lt;phone&gt;')
  const [, passkey] = /value="(passkey:\d+)"/.exec(text)!
  expect((await browser.visit(to, { action: passkey! })).headers.get('location')).toBe(to)
  expect((await browser.visit(to)).text).not.toContain('Old &lt;phone&gt;')
  expect((await browser.visit(to, { action: 'social:google' })).headers.get('location')).toBe('/dashboard')
  expect((await browser.visit(to)).headers.get('location')).toBe('/dashboard')
})

test('all are removed together; a reset without any continues as before', async () => {
  await setProven(new Date())
  await Promise.all([add.google(), add.passkey()])
  const { browser, to } = await reset()
  expect((await browser.visit(to, { action: 'all' })).headers.get('location')).toBe('/dashboard')
  const rows = await app.database.read`
    select user_id from identity.social_account where user_id = ${user_id}
    union all select user_id from identity.passkey where user_id = ${user_id}`
  expect(rows).toHaveLength(0)
  expect((await browser.get('/user/getCurrentUser')).status).toBe(200)
  await app.moveClock(61 * 60_000)
  app.mail.sent.length = 0
  expect((await reset()).to).toBe('/dashboard')
})

test("refuses to remove an unknown way to sign in, or another person's", async () => {
  await setProven(new Date())
  await add.google()
  const { browser, to } = await reset()
  for (const action of ['', 'nonsense', 'passkey:999999', 'linked-to:1', 'toString']) {
    const { status } = await browser.visit(to, { action })
    expect([action, status >= 400 && status < 500]).toEqual([action, true])
  }
  expect((await app.visitor().visit(to)).headers.get('location')).toMatch(/^\/login/)
  await browser.visit(to, { action: 'all' })
})

test("an unproven address is confirmed from the settings by plain forms, in its account's session only", async () => {
  await setProven(null)
  const browser = await app.as(user_id)
  const response = await browser.visit('/settings?tab=security')
  expect(response.text).toContain('Confirm your email')
  expect((await browser.visit('/settings')).text).not.toContain('Send confirmation link')
  await browser.visit('/settings?tab=security', { action: 'confirm-email' })
  const path = await mailed('/confirm-email')
  const stranger = await app.visitor().visit(path)
  expect(stranger.headers.get('referrer-policy')).toBe('no-referrer')
  expect(stranger.text).toContain(`/login?redirect=${encodeURIComponent(path)}`)
  expect(stranger.text).toContain(path.replace('confirm-email', 'change-password'))
  expect((await app.visitor().visit(path, {})).headers.get('location') ?? '').not.toContain('security')
  const reply = await browser.visit(path, {})
  expect(reply.headers.get('location')).toBe('/settings?tab=security')
  expect((await browser.visit('/settings?tab=security')).text).not.toContain('Send confirmation link')
  expect((await browser.visit(path)).text).toContain('This link has expired')
})

test("the refusal names where to confirm, in the reader's language", async () => {
  await setProven(null)
  const browser = await app.as(user_id)
  const { status, body } = await browser.post('/user/start2fa')
  expect([status, body.code]).toEqual([403, 'CONFIRM_EMAIL_FIRST'])
  expect(body.message).toContain('Confirm your email address first.')
  await setProven(new Date())
})
