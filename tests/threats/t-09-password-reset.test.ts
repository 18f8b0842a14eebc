import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const student = 'student@example.com'
const newPasswords = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }
const other = { newPassword: 'Other-Road-88!xy', confirmPassword: 'Other-Road-88!xy' }

/** Requests a link as a browser would, with these headers, and reads it from the email. */
async function linkOf(headers: Record<string, string> = {}): Promise<URL> {
  app.mail.sent.length = 0
  await app.app.request('http://localhost:3000/api/user/resetPassword', {
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ loginid: student }),
  })
  await app.runJobs()
  const email = app.mail.sent.find(({ text }) => text.includes('/change-password?token='))
  return new URL(/https?:\/\/\S+\/change-password\?token=[\w-]{43}/.exec(email!.text)![0])
}

const tokenOf = (link: URL) => link.searchParams.get('token')
const use = (token: string | null, body: object) => app.visitor().post('/user/setPassword', { token, ...body })

test('T-09: a link is 256 bits, works once, and ends every session', async () => {
  const browser = await app.as(await app.userId(student))
  const link = await linkOf()
  expect(tokenOf(link)).toMatch(/^[\w-]{43}$/)
  expect((await use(tokenOf(link), newPasswords)).status).toBe(200)
  expect((await use(tokenOf(link), other)).status).toBe(410)
  expect((await browser.get('/user/getCurrentUser')).status).toBe(401)
})

test('T-09: one of twenty simultaneous uses of a link sets the password', async () => {
  const token = tokenOf(await linkOf())
  const responses = await Promise.all(Array.from({ length: 20 }, () => use(token, other)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 410)).toHaveLength(19)
})

test('T-09: an older link is void once a newer one was used', async () => {
  await app.moveClock(61 * 60_000)
  const [older, newer] = [await linkOf(), await linkOf()]
  expect((await use(tokenOf(newer), newPasswords)).status).toBe(200)
  expect((await use(tokenOf(older), other)).status).toBe(410)
})

test('T-09: the link expires after half an hour', async () => {
  const link = await linkOf()
  await app.moveClock(31 * 60_000)
  expect((await use(tokenOf(link), other)).status).toBe(410)
})

test.each([
  ['x-forwarded-host', { 'x-forwarded-host': 'evil.example' }],
  ['forwarded', { forwarded: 'host=evil.example' }],
  ['x-host', { 'x-host': 'evil.example' }],
  ['x-original-url', { 'x-original-url': 'https://evil.example/' }],
])("T-09: %s does not change the link's host", async (_name, headers) => {
  await app.moveClock(61 * 60_000)
  expect((await linkOf(headers)).hostname).toMatch(/(^|\.)localhost$/)
})

test('T-09: the page of a link does not leak its address', async () => {
  await app.moveClock(61 * 60_000)
  const link = await linkOf()
  const { headers, status } = await app.visitor().visit(link.pathname + link.search)
  expect(status).toBe(200)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('T-09: a session alone cannot set another password', async () => {
  const browser = await app.as(await app.userId(student))
  expect((await browser.post('/user/setPassword', newPasswords)).status).toBe(410)
})
