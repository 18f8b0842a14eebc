import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { precompress } from '#scripts/precompress.ts'
import { builtFiles } from './built-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'waypost-built-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const script = 'export const words = "words"\n'.repeat(200)
await writeFile(join(folder, 'a-1.js'), script)
await writeFile(join(folder, 'small-1.js'), 'export {}')
await writeFile(join(folder, 'font-1.woff2'), new Uint8Array(5_000))
await precompress(folder)
const app = builtFiles(folder)

async function request(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await app.request(`/assets/${path}`, { method, headers })
  const { status, headers: responseHeaders } = response
  return {
    status,
    bytes: Buffer.from(await response.arrayBuffer()),
    header: (name: string) => responseHeaders.get(name),
  }
}

test.each([
  ['br', 'gzip, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  [null, 'br;q=0', (bytes: Buffer) => bytes],
] as const)('a script is sent as %s where %s is accepted', async (encoding, accepted, decode) => {
  const { status, bytes, header } = await request('a-1.js', { 'accept-encoding': accepted })
  expect([status, header('content-encoding')]).toEqual([200, encoding])
  expect(decode(bytes).toString()).toBe(script)
  expect(header('content-length')).toBe(String(bytes.length))
  expect(header('content-type')).toContain('text/javascript')
  expect(header('vary')).toBe('Accept-Encoding')
  expect(header('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('HEAD returns the headers of GET, and a cached file gets 304 in any encoding', async () => {
  const whole = await request('a-1.js', { 'accept-encoding': 'br' })
  const head = await request('a-1.js', { 'accept-encoding': 'br' }, 'HEAD')
  expect([head.header('content-length'), head.header('content-encoding')]).toEqual([String(whole.bytes.length), 'br'])
  expect(head.bytes.length).toBe(0)
  const etag = whole.header('etag')!
  for (const header of [etag, etag.slice(2), `"other", ${etag}`, '*'])
    expect((await request('a-1.js', { 'if-none-match': header })).status).toBe(304)
  expect((await request('a-1.js', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a range of a compressed script returns the whole', async () => {
  const { status, header } = await request('a-1.js', { range: 'bytes=0-9', 'accept-encoding': 'br' })
  expect([status, header('content-range')]).toEqual([200, null])
})

test('small files and fonts are not compressed, and unknown files return 404', async () => {
  for (const name of ['small-1.js', 'font-1.woff2']) {
    const { header } = await request(name, { 'accept-encoding': 'br, gzip' })
    expect([name, header('content-encoding'), header('vary')]).toEqual([name, null, null])
  }
  for (const name of ['b-1.js', '..%2Fserver%2Fmain.js', 'sub/a-1.js']) expect((await request(name)).status).toBe(404)
})
