import { expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { unlimited } from '#platform/http/rate.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openOwner, ownerPassword } from '#tests/support/owner.ts'
import { createApp } from '#web/app.ts'
import { pages } from '#web/pages.ts'

const app = await openTestApp()
const origin = 'https://waypost.example'
/** The same product behind an HTTPS proxy: the request itself arrives over plain HTTP. */
const behindTls = createApp({
  services: app.services,
  site: { baseUrl: new URL(origin), trustProxy: true },
  manifests,
  pages,
  rates: unlimited,
  ready: () => true,
})
const owner = await openOwner(app)

async function send(path: string, form: Record<string, string>, cookie = '') {
  return behindTls.request(`http://waypost.example${path}`, {
    method: 'POST',
    headers: { host: 'waypost.example', origin, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    body: new URLSearchParams(form),
  })
}
const signIn = () => send('/login', { loginid: owner.email, password: ownerPassword })

test('T-13: a sibling site cannot set the session cookie: it is bound to its host, and no other name is read', async () => {
  const lines = (await signIn()).headers.getSetCookie()
  const line = lines.find((line) => line.startsWith('__Host-waypost='))
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(lines.join()).not.toMatch(/domain=/i)
  const token = /^__Host-waypost=([^;]+)/.exec(line ?? '')![1]
  const request = (cookie: string) =>
    behindTls.request('http://waypost.example/api/user/getCurrentUser', {
      headers: { host: 'waypost.example', cookie },
    })
  expect((await request(`__Host-waypost=${token}`)).status).toBe(200)
  expect((await request(`waypost=${token}`)).status).toBe(401)
  // A sibling site's cookie with the plain name changes nothing, whatever the order.
  expect((await request(`waypost=${'x'.repeat(43)}; __Host-waypost=${token}`)).status).toBe(200)
})

test('T-13: every cookie is https-only behind a proxy with TLS', async () => {
  const token = /__Host-waypost=([^;]+)/.exec((await signIn()).headers.getSetCookie().join())![1]
  const cookie = `__Host-waypost=${token}`
  const lines = [
    ...(await signIn()).headers.getSetCookie(),
    ...(await send('/theme', { theme: 'dark' })).headers.getSetCookie(),
    ...(await send('/language', { locale: 'es-es' })).headers.getSetCookie(),
    ...(await send('/cart/add', { course_website_id: '1001' })).headers.getSetCookie(),
    // A refused form leaves its message in a cookie.
    ...(await send('/cart/add', { course_website_id: '999999' }, cookie)).headers.getSetCookie(),
    ...(await send('/logout', {}, cookie)).headers.getSetCookie(),
  ]
  expect(lines.map((line) => line.split('=')[0])).toEqual(
    expect.arrayContaining(['theme', 'locale', 'flash', '__Host-waypost']),
  )
  for (const line of lines) expect(line).toMatch(/; Secure/)
})
