import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const host = 'localhost:3000'
const instructor = await app.userId('instructor@example.com')
const student = await app.userId('student@example.com')

/** Follows redirects from an address; returns the final page. */
async function follow(browser: Awaited<ReturnType<typeof app.as>>, path: string) {
  let query = path
  for (let steps = 0; steps < 8; steps++) {
    const response = await browser.visit(query)
    const next = response.headers.get('location')
    if (!next) return { at: query, status: response.status, text: response.text }
    query = next
  }
  throw new Error(`${path} leads round in a circle`)
}

test('staff who may not see students are redirected to their own account, without a loop', async () => {
  const browser = await app.as(instructor)
  expect(await follow(browser, '/dashboard')).toMatchObject({ at: '/manage/students', status: 200 })
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, k.key, k.granted from identity.person,
           (values ('MANAGE_STUDENTS:READ', false), ('MANAGE_PAYMENTS:READ', true)) k (key, granted)
    where user_id = ${instructor}`
  for (const path of ['/', '/manage', '/dashboard', '/login']) {
    expect(await follow(browser, path)).toMatchObject({ at: '/settings', status: 200 })
  }
  const page = await follow(browser, '/manage/students')
  expect(page).toMatchObject({ at: '/settings', status: 200 })
  expect(page.text).toContain('You cannot access this page.')
  expect(page.text).toContain('href="/manage/payments"')
})

test('an expired session is announced at sign-in and continues from there; other visitors see no notice', async () => {
  const browser = await app.as(student)
  await app.database.read`update identity.session set ended_at = platform.now() where user_id = ${student}`
  const response = await browser.visit('/about?x=1')
  expect(response.headers.get('location')).toBe('/login?se=true&redirect=%2Fabout%3Fx%3D1')
  expect((await browser.visit('/login?se=true&redirect=%2Fabout')).text).toContain('Your session has ended.')
  const reply = await browser.visit('/settings', { action: 'end-others' })
  expect(reply.headers.get('location')).toBe('/login?se=true&redirect=%2Fsettings')
  expect((await app.visitor().visit('/about')).headers.get('location')).toBe('/login?redirect=%2Fabout')
})

test('a link to a file redirects to sign-in on an expired session, and back to its page; programs get 401', async () => {
  const file = '/api/certificate/download/1'
  const open = async (headers: Record<string, string>) => {
    const response = await app.app.request(`http://${host}${file}`, { headers: { host, ...headers } })
    return [response.status, response.headers.get('location')]
  }
  const person = { 'sec-fetch-mode': 'navigate', cookie: `waypost=${'x'.repeat(43)}` }
  const back = '/login?se=true&redirect='
  expect(await open({ ...person, referer: `http://${host}/course/3/issued?x=1` })).toEqual([
    302,
    `${back}%2Fcourse%2F3%2Fissued%3Fx%3D1`,
  ])
  expect(await open({ ...person, referer: 'https://mail.example/inbox' })).toEqual([302, `${back}%2Fdashboard`])
  expect(await open({ 'sec-fetch-mode': 'navigate' })).toEqual([302, '/login?redirect=%2Fdashboard'])
  expect(await open({ ...person, 'sec-fetch-mode': 'cors' })).toEqual([401, null])
  expect(await open({})).toEqual([401, null])
})

test('a refused file or form of a call redirects to its page with the reason; programs get the refusal', async () => {
  const { token } = await app.actorOf(await app.userId('admin@example.com'))
  const open = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const requestHeaders = { host, cookie: `waypost=${token}; locale=en-us`, origin: `http://${host}`, ...headers }
    return app.app.request(`http://${host}${path}`, { method, headers: requestHeaders })
  }
  const person = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const from = { ...person, referer: `http://${host}/manage/students?page=2` }
  for (const [path, method] of [
    ['/api/certificate/download/999999', 'GET'],
    ['/api/certificate/download/enrollment?student_course_id=999999', 'POST'],
  ] as const) {
    const response = await open(path, from, method)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/manage/students?page=2'])
    const flash = decodeURIComponent(/flash=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '{}')
    expect(JSON.parse(flash)).toEqual({ kind: 'error', text: expect.stringMatching(/\w+ .*\.$/) })
    const call = { ...person, referer: `http://${host}/api/certificate/download/999999` }
    const others = [
      { ...from, 'sec-fetch-mode': 'cors' },
      person,
      { ...person, referer: 'https://mail.example/' },
      call,
      {},
    ]
    for (const headers of others) expect((await open(path, headers, method)).status).toBe(404)
  }
})

test('signing out at the checkout stays there; elsewhere it leads to sign-in', async () => {
  const browser = await app.as(student)
  expect((await browser.visit('/checkout')).text).toMatch(
    /action="\/logout"[^>]*><input type="hidden" name="redirect" value="\/checkout"/,
  )
  const outResponse = await browser.visit('/logout', { redirect: '/checkout?course=x' })
  expect([outResponse.status, outResponse.headers.get('location')]).toEqual([303, '/checkout?course=x'])
  expect((await browser.visit('/about')).headers.get('location')).toBe('/login?redirect=%2Fabout')
  for (const redirect of ['/about', '//evil.example/checkout', '/checkouts', '']) {
    const response = await (await app.as(student)).visit('/logout', { redirect })
    expect(response.headers.get('location')).toBe('/login?logout=true')
  }
})

test('a truncated color form is a client error', async () => {
  const headers = { host, origin: `http://${host}`, 'content-type': 'multipart/form-data; boundary=x' }
  const response = await app.app.request(`http://${host}/theme`, { method: 'POST', headers, body: 'torn' })
  expect(response.status).toBe(415)
})

test('people continue to the page they requested after a forgotten password', async () => {
  const { text } = await app.visitor().visit('/login?redirect=%2Fcourse%2F7')
  expect(text).toContain('href="/forgot-password?redirect=%2Fcourse%2F7"')
})

test('a product without organizations shows what to do, without a redirect loop', async () => {
  const empty = await openTestApp({ demo: false })
  const response = await empty.visitor().visit('/')
  expect([response.status, response.headers.get('location')]).toEqual([503, null])
  expect(response.text).toContain('ADMIN_EMAIL')
})

test.each(['/media/999999999/handout.pdf', '/files/handout.pdf?name=x&expires=1&signature=x'])(
  'a person who opens a file without permission gets a page: %s',
  async (path) => {
    const response = await app.visitor().visit(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.text).toContain('Page Not Found')
  },
)

test('a form that seems to come from another site is refused with a page', async () => {
  const headers = { host, origin: 'https://evil.example', 'accept-language': 'es' }
  const response = await app.app.request(`http://${host}/login`, { method: 'POST', headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain(
    'Esta solicitud vino de otro sitio. Abra esta página directamente e inténtelo de nuevo.',
  )
})

test('pages bring the warning of the end of an unused session, unless it stays for weeks', async () => {
  const warns = async (browser: { visit: (path: string) => Promise<{ text: string }> }, path: string) =>
    (await browser.visit(path)).text.includes('name="web/sign-out-warning"')
  const browser = await app.as(await app.userId('admin@example.com'))
  const person = await app.as(student)
  expect(await warns(browser, '/manage/students')).toBe(true)
  expect(await warns(person, '/settings')).toBe(true)
  expect((await person.visit('/settings')).text).toMatch(/seconds_left&quot;:43(?:1\d\d|200)\b/)
  expect(await warns(app.visitor(), '/courses/search')).toBe(false)
  await app.database.read`update identity.session set idle_seconds = 2592000 where user_id = ${student}`
  expect(await warns(person, '/settings')).toBe(false)
})

test('outside the management area the chat is in the header of a page, where it covers no text', async () => {
  const person = await app.as(student)
  for (const path of ['/courses/search', '/course/details/1001', '/checkout', '/certificate/check', '/dashboard']) {
    const { text } = await person.visit(path)
    expect(text.match(/&quot;inHeader&quot;:(?:true|false)/g), path).toEqual(['&quot;inHeader&quot;:true'])
  }
})

test('people get a page in their language while the database is down, and programs JSON', async () => {
  const session = (await app.as(student)).cookies()
  await app.services.database.close()
  for (const path of ['/courses/search', '/about', '/course/details/1001']) {
    const headers = { host, cookie: `${session}; locale=es-es; theme=dark` }
    const spanish = await app.app.request(`http://${host}${path}`, { headers })
    expect([spanish.status, spanish.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    const html = await spanish.text()
    expect(html).toContain('<html lang="es-es" data-theme="dark">')
    expect(html).toContain('Algo salió mal')
    expect(html).toContain(`href="${path}"`)
  }
  const call = await app.visitor().get('/course/fetch/details?id=1001')
  expect([call.status, call.body.error]).toEqual([503, true])
})
