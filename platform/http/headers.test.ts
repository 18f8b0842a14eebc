import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { plainResponse, securityHeaders } from './headers.ts'
import type { HttpEnv } from './http-env.ts'

const app = new Hono<HttpEnv>()
app.use((c, next) => {
  c.set('requestId', crypto.randomUUID())
  return next()
})
app.use(securityHeaders({ https: true, isOwnDomain: (hostname) => hostname === 'courses.school.example' }))
app.get('/plain', (c) => plainResponse(c, '{}', 200, { 'content-type': 'application/json' }))
app.get('/usual', (c) => c.body('{}', 200, { 'content-type': 'application/json' }))
app.get('/own/plain', (c) => plainResponse(c, null, 304, { 'cache-control': 'public', etag: '"1"' }))
app.get('/own/usual', (c) => c.body(null, 304, { 'cache-control': 'public', etag: '"1"' }))

async function headersOf(path: string) {
  const { 'x-request-id': id, ...headers } = Object.fromEntries((await app.request(path)).headers)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  return headers
}

it.each(['', '/own'])('an ordinary response has the default headers (%s)', async (path) => {
  expect(await headersOf(`${path}/plain`)).toEqual(await headersOf(`${path}/usual`))
  expect(Object.keys(await headersOf(`${path}/plain`)).toSorted()).toMatchObject(
    expect.arrayContaining(['content-security-policy', 'strict-transport-security', 'x-content-type-options']),
  )
})

it('a header set by a response is kept, in that response only', async () => {
  expect((await headersOf('/own/plain'))['cache-control']).toBe('public')
  expect((await headersOf('/plain'))['cache-control']).toBe('no-store')
})

it('an own domain is kept to TLS for a day, and its other hosts not at all', async () => {
  const ofHost = async (host: string) =>
    (await app.request(`https://${host}/`)).headers.get('strict-transport-security')
  expect(await ofHost('courses.school.example')).toBe('max-age=86400')
  expect(await ofHost('school.example')).toBe('max-age=63072000; includeSubDomains')
})
