import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { minBytes } from './encoding.ts'
import { plainResponse } from './headers.ts'
import type { HttpEnv } from './http-env.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = 'The page. '.repeat(400)
const app = new Hono<HttpEnv>()
app.get('/page', (c) => plainResponse(c, page, 200, { ...html, etag: '"1"', vary: 'Cookie' }))
app.get('/least', (c) => plainResponse(c, 'x'.repeat(minBytes), 200, html))
app.get('/less', (c) => plainResponse(c, 'x'.repeat(minBytes - 1), 200, html))
app.get('/picture', (c) => plainResponse(c, new Uint8Array(5_000), 200, { 'content-type': 'image/webp' }))
app.get('/stream', () => {
  const body = new Blob([page]).stream()
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
})

const request = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await app.request(path, { method, headers: { 'accept-encoding': 'gzip, br', ...headers } })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const encodingOf = async (path: string, headers?: Record<string, string>) =>
  (await request(path, headers)).headers.get('content-encoding')

it('compresses HTML with gzip, a weak ETag and Vary', async () => {
  const { headers, bytes } = await request('/page')
  expect(headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(bytes).toString()).toBe(page)
  expect(headers.get('etag')).toBe('W/"1"')
  expect(headers.get('vary')).toBe('Cookie, Accept-Encoding')
})

it('returns the headers of GET without a body for HEAD', async () => {
  const { headers, bytes } = await request('/page', {}, 'HEAD')
  expect([headers.get('content-encoding'), bytes.length]).toEqual(['gzip', 0])
})

it('sends clients without gzip uncompressed bodies, with Vary', async () => {
  const { headers, bytes } = await request('/page', { 'accept-encoding': 'gzip;q=0, zstd' })
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, '"1"'])
  expect(headers.get('vary')).toBe('Cookie, Accept-Encoding')
  expect(bytes.toString()).toBe(page)
})

it('leaves small bodies, pictures and streams uncompressed', async () => {
  expect(await encodingOf('/least')).toBe('gzip')
  for (const path of ['/less', '/picture', '/stream']) expect([path, await encodingOf(path)]).toEqual([path, null])
})

it.each([
  ['same-origin', 'gzip'],
  ['none', 'gzip'],
  ['same-site', null],
  ['cross-site', null],
  ['', null],
])('T-41: compresses a personal page requested from %j: %j', async (site, expected) => {
  expect(await encodingOf('/page', { cookie: 'waypost=x', 'sec-fetch-site': site })).toBe(expected)
})

it('T-41: compresses without cookies, as nothing is secret, and for programs, which cannot be tricked', async () => {
  expect(await encodingOf('/page', { 'sec-fetch-site': 'cross-site' })).toBe('gzip')
  expect(await encodingOf('/page', { authorization: 'Bearer x', cookie: 'waypost=x' })).toBe('gzip')
  expect(await encodingOf('/page', { cookie: 'waypost=x' })).toBeNull()
})
