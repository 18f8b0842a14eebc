import { expect, test, vi } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { openShares } from '#platform/http/fair-share.ts'
import { openRateLimiter } from '#platform/http/rate.ts'
import type { ApiDocument } from '#platform/openapi/walk-schemas.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { openView } from '#tests/support/view.ts'
import { createApp } from './app.ts'
import { pages } from './pages.ts'

const app = await openTestApp()
const limited = createApp({
  services: app.services,
  site: { baseUrl: new URL('http://localhost:3000'), trustProxy: false },
  manifests,
  pages: [],
  rates: openRateLimiter(() => 0),
  ready: () => true,
})
const docs = (path: string, ip: string, headers = {}) =>
  limited.request(
    `http://localhost:3000${path}`,
    { headers: { host: 'localhost:3000', ...headers } },
    { incoming: { socket: { remoteAddress: ip } } },
  )
const crowded = createApp({
  services: app.services,
  site: { baseUrl: new URL('http://localhost:3000'), trustProxy: false },
  manifests,
  pages,
  rates: openRateLimiter(() => 0),
  shares: openShares(),
  ready: () => true,
})
const exported = async (token: string) => {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}` }
  return limited.request('http://localhost:3000/api/student/export?export=xlsx', { headers })
}

test("another session does not bypass a person's limits", async () => {
  const admin = await app.userId('admin@example.com')
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push((await exported((await app.actorOf(admin)).token)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const colleague = await app.actorOf(await app.userId('instructor@example.com'))
  expect((await exported(colleague.token)).status).not.toBe(429)
})

test('staff who view as several people have one limit, their own', async () => {
  const people = await Promise.all(
    ['student@example.com', 'instructor@example.com'].map((loginid) => app.userId(loginid)),
  )
  await app.database.read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 1, 'viewer@example.com', 'viewer@example.com')`
  const views = await Promise.all(people.map((user_id) => openView(app, user_id, 'viewer@example.com')))
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const cookie = views[n % 2]!.cookies()
    statuses.push((await docs('/api/partner.json', '192.0.2.66', { cookie })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a refused caller gets the retry time, in the header and in the body', async () => {
  const { token } = await app.actorOf(await app.userId('admin@example.com'))
  let response = await exported(token)
  while (response.status === 200) response = await exported(token)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '6'])
  expect(await response.json()).toMatchObject({ code: 'TOO_MANY', retry_after: 6 })
})

test('every response of a call states its limit, including a refusal', async () => {
  const { token } = await app.actorOf(await app.userId('student@example.com'))
  const request = (path: string) =>
    limited.request(`http://localhost:3000/api${path}`, {
      headers: { host: 'localhost:3000', authorization: `Bearer ${token}` },
    })
  const rateHeaders = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  for (const path of ['/user/getCurrentUser', '/course/fetch/details']) {
    const [policy, limit] = rateHeaders(await request(path))
    expect(policy).toBe('"read";q=200;w=20')
    // Ten calls a second come back, so the rest depends on the machine.
    expect(limit).toMatch(/^"read";r=19[89];t=1$/)
  }
})

test.each([
  ['/api/openapi.json', 17],
  ['/api/partner.json', 18],
])('%s has the rate of an export, per caller', async (path, host) => {
  const request = async (ip: string) => (await docs(path, ip)).status
  const caller = `198.51.100.${host}`
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push(await request(caller))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await request(`203.0.113.${host}`)).toBe(200)
})

test('the OpenAPI document is built once and sent again only when changed', async () => {
  const parse = vi.spyOn(JSON, 'stringify')
  try {
    const first = await docs('/api/openapi.json', '192.0.2.7')
    const response = await docs('/api/openapi.json', '192.0.2.7')
    expect(parse.mock.calls.filter(([input]) => (input as { openapi?: string })?.openapi)).toEqual([])
    const body = await first.text()
    expect(await response.text()).toBe(body)
    expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0' })
    const etag = first.headers.get('etag')!
    const unchanged = await docs('/api/openapi.json', '192.0.2.7', { 'if-none-match': `W/${etag}` })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    expect((await docs('/api/openapi.json', '192.0.2.7', { 'if-none-match': '"other"' })).status).toBe(200)
  } finally {
    parse.mockRestore()
  }
})

test('the partner document names the server and the contact of the visited organization, with a tag of its own', async () => {
  const read = async (host: string) => {
    const response = await docs('/api/partner.json', '192.0.2.8', { host })
    const { servers, info } = await response.json()
    return { servers, contact: info.contact, etag: response.headers.get('etag') }
  }
  const [ownPage, other] = [await read('gct.localhost:3000'), await read('lsd.localhost:3000')]
  expect(ownPage.servers).toEqual([{ url: 'http://gct.localhost:3000/api', description: 'Gulf Coast Truck Academy' }])
  expect(ownPage.contact).toEqual({
    name: 'Gulf Coast Truck Academy',
    url: 'http://gct.localhost:3000/support/contact',
  })
  expect(other.servers[0].url).toBe('http://lsd.localhost:3000/api')
  expect(other.etag).not.toBe(ownPage.etag)
})

test("a client's responses have the headers that the document names", async () => {
  const { key } = await addClient(app, { permissions: ['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:CREATE'] })
  const { paths } = (await (await docs('/api/partner.json', '192.0.2.9')).json()) as ApiDocument
  const headersOf = (path: string, method: string) =>
    Object.keys(paths![path]![method]!.responses['200']!.headers ?? {})
  const send = (path: string, init: RequestInit) => {
    const headers = { host: 'localhost:3000', authorization: `Bearer ${key}`, ...(init.headers as object) }
    return limited.request(`http://localhost:3000/api${path}`, { ...init, headers })
  }
  const list = await send('/student/fetch', {})
  expect(headersOf('/student/fetch', 'get')).toEqual(['RateLimit', 'RateLimit-Policy', 'ETag'])
  for (const name of headersOf('/student/fetch', 'get')) expect(list.headers.has(name), name).toBe(true)
  const change = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify({ profile: { first_name: 'Ana', last_name: 'Rivera', email: 'ana@fleet.example' } }),
  }
  await send('/user/student/', change)
  const repeated = await send('/user/student/', change)
  expect(headersOf('/user/student/', 'post')).toEqual(['RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'])
  for (const name of headersOf('/user/student/', 'post')) expect(repeated.headers.has(name), name).toBe(true)
})

test('T-62: two hundred simultaneous page requests from one address do not delay other clients', async () => {
  const ended: string[] = []
  const request = async (name: string, path: string, ip: string, headers = {}) => {
    const response = await crowded.request(
      `http://localhost:3000${path}`,
      { headers: { host: 'localhost:3000', ...headers } },
      { incoming: { socket: { remoteAddress: ip } } },
    )
    await response.text()
    ended.push(name)
    return response
  }
  const { token } = await app.actorOf(await app.userId('student@example.com'))
  const flood = Array.from({ length: 200 }, (_, index) =>
    request('flood', `/courses/search?page=${index}`, '198.51.100.9'),
  )
  const [visitor, student] = await Promise.all([
    request('visitor', '/courses/search?sort_by=name', '203.0.113.9'),
    request('student', '/dashboard', '203.0.113.9', { cookie: `waypost=${token}` }),
  ])
  expect([visitor.status, student.status]).toEqual([200, 200])
  const served = ended.filter((name) => name === 'flood').length
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  const count = (status: number) => statuses.filter((item) => item === status).length
  // Four run at a time and sixty wait. Most others arrive before a slot is free and are refused.
  expect(count(200)).toBeGreaterThanOrEqual(64)
  expect(count(429)).toBeGreaterThan(100)
  expect(count(200) + count(429)).toBe(200)
  // Both were served while most of the waiting room still waited.
  expect(served - count(429)).toBeLessThan(40)
})

test("T-62: a form is refused by its sender's rate before it is read", async () => {
  const send = () =>
    crowded.request(
      'http://localhost:3000/login',
      {
        method: 'POST',
        headers: { host: 'localhost:3000', 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
        body: 'loginid=a',
      },
      { incoming: { socket: { remoteAddress: '192.0.2.77' } } },
    )
  const statuses: number[] = []
  for (let index = 0; index <= 80; index += 1) statuses.push((await send()).status)
  // Bodies that aren't forms are read before they are recognized; the 81st isn't read.
  expect([...new Set(statuses.slice(0, 80))]).toEqual([415])
  expect(statuses[80]).toBe(429)
})

test('no public page accepts a form above 64 kB', () => {
  const open = pages.filter(({ may, submit }) => submit && may.gate({ kind: 'anonymous' }))
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter(({ max_form = 0 }) => max_form > 65_536).map(({ address }) => address)).toEqual([])
})
