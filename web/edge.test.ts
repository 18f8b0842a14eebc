import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const host = 'localhost:3000'

/** A browser request of the signed-in student, with custom headers. */
async function asStudent(path: string, headers: Record<string, string>, method = 'POST') {
  const student = await app.as(await app.userId('student@example.com'))
  return app.app.request(`http://${host}${path}`, { method, headers: { host, cookie: student.cookies(), ...headers } })
}

test.each(['Basic dTpw', 'Digest x'])(
  'a foreign page gains nothing with an authorization header: %s',
  async (authorization) => {
    const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await asStudent('/api/user/logout', { authorization, ...from })
    expect([response.status, (await response.json()).code]).toEqual([403, 'CROSS_SITE'])
  },
)

test('a program with a bearer reference is not a browser: its cookie is ignored', async () => {
  const bearer = { authorization: `Bearer ${'x'.repeat(43)}` }
  expect((await asStudent('/api/user/getCurrentUser', bearer, 'GET')).status).toBe(401)
  const { token } = await app.actorOf(await app.userId('student@example.com'))
  const program = { host, authorization: `bearer ${token}` }
  const response = await app.app.request(`http://${host}/api/user/getCurrentUser`, { headers: program })
  expect(response.status).toBe(200)
})

test.each(['/api/promocode/applyCode?code=X', '/api/course/component/1/1', '/api/course/component/1/1/'])(
  'refuses a GET with side effects from another site: %s',
  async (path) => {
    const response = await asStudent(path, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'GET')
    expect([response.status, (await response.json()).code]).toEqual([403, 'CROSS_SITE'])
  },
)

test.each(['/login', '/theme', '/language', '/checkout'])('refuses a form of another site: %s', async (path) => {
  const response = await asStudent(path, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect(response.status).toBe(403)
})

test('responses of calls are not cached', async () => {
  const response = await asStudent('/api/user/getCurrentUser', {}, 'GET')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test.each(['/theme', '/login', '/api/user/logout'])('refuses a body above the limit unread: %s', async (path) => {
  let sentCount = 0
  const endless = new ReadableStream({
    pull(stream) {
      sentCount += 65_536
      if (sentCount > 8 * 1_048_576) stream.close()
      else stream.enqueue(new TextEncoder().encode(`x=${'y'.repeat(65_534)}`))
    },
  })
  const headers = {
    host,
    origin: `http://${host}`,
    'content-type': 'application/x-www-form-urlencoded',
    'transfer-encoding': 'chunked',
  }
  const init = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit
  const response = await app.app.request(`http://${host}${path}`, init)
  expect(response.status).toBe(413)
  expect(sentCount).toBeLessThan(2 * 1_048_576)
})

test('a page accepts forms only: anything else is a client error', async () => {
  const response = await asStudent('/login', { origin: `http://${host}`, 'content-type': 'application/json' })
  expect(response.status).toBe(415)
})

test.each(['/.//evil.example', '/x/..//evil.example', '/%2e//evil.example', '/./\\evil.example'])(
  'sign-in with the target %s redirects to no other host',
  async (path) => {
    const response = await asStudent(`/login?redirect=${encodeURIComponent(path)}`, {}, 'GET')
    expect(response.headers.get('location')).toBe('/dashboard')
  },
)
