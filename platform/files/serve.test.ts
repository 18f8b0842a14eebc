import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, openFiles } from './files.ts'
import { fileResponse, type ServeOptions, servable } from './serve.ts'

let root: string
let files: Files
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'serve-test-'))
  files = openFiles({ folder: root })
})
afterAll(() => rm(root, { recursive: true }))

type TestRequest = { content_type?: string; headers?: Record<string, string>; method?: string } & Partial<ServeOptions>

async function fetchFile({ content_type = 'video/mp4', headers, method, ...options }: TestRequest = {}) {
  const bytes = new TextEncoder().encode('0123456789')
  const file = await files.put({ bytes, content_type, limit_bytes: 100 })
  const request = new Request('http://localhost/files/x', { headers, method })
  return fileResponse(servable(files, file), request, { name: 'lesson.mp4', disposition: 'inline', ...options })
}
const range = (value: string, overrides?: Record<string, string>) =>
  fetchFile({ headers: { range: value, ...overrides } })

test('a file is sent whole with its length, to be cached privately', async () => {
  const response = await fetchFile()
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('0123456789')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-length': '10',
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-50', '0123456789', 'bytes 0-9/10'],
  ['bytes=8-500', '89', 'bytes 8-9/10'],
])('a range request %s returns that part', async (header, content, content_range) => {
  const response = await range(header)
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(content_range)
  expect(response.headers.get('content-length')).toBe(String(content.length))
  expect(await response.text()).toBe(content)
})

test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])(
  'a range outside the file (%s) is refused with its size',
  async (header) => {
    const response = await range(header)
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
    expect(await response.text()).toBe('')
  },
)

test.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=a-b'])(
  'a malformed range (%s) returns the whole file',
  async (header) => {
    const response = await range(header)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('0123456789')
  },
)

test('a cached file returns 304, and a download resumes only with the same content', async () => {
  const etag = (await fetchFile({ method: 'HEAD' })).headers.get('etag')!
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
  const response = await fetchFile({ headers: { 'if-none-match': `"old", W/${etag}` } })
  expect([response.status, await response.text()]).toEqual([304, ''])
  expect((await range('bytes=4-', { 'if-range': etag })).status).toBe(206)
  expect((await range('bytes=4-', { 'if-range': '"another"' })).status).toBe(200)
})

test('HEAD returns the headers and no body', async () => {
  const response = await fetchFile({ method: 'HEAD' })
  expect(response.headers.get('content-length')).toBe('10')
  expect(response.body).toBeNull()
})

test('content has no permissions on the site and no foreign frames; only the PDF viewer is allowed', async () => {
  const policy = async (content_type: string) =>
    (await fetchFile({ content_type })).headers.get('content-security-policy')
  const strict = "sandbox; default-src 'none'; frame-ancestors 'self'"
  const medium = "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'self'"
  const pdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
  expect(await policy('image/png')).toBe(strict)
  expect(await policy('video/mp4')).toBe(medium)
  expect(await policy('application/pdf')).toBe(pdf)
  expect(await policy('text/html')).toBe(strict)
})

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'constructor'])(
  '%s is only downloaded, never under a name that a browser would run',
  async (content_type) => {
    const response = await fetchFile({ content_type, name: 'x.html' })
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
  },
)

test.each([
  ['Título de María.pdf', `filename="T_tulo de Mar_a.pdf"; filename*=UTF-8''T%C3%ADtulo%20de%20Mar%C3%ADa.pdf`],
  [
    'a"; x="\r\nSet-Cookie: y',
    `filename="a_; x=___Set-Cookie: y"; filename*=UTF-8''a%22%3B%20x%3D%22__Set-Cookie%3A%20y`,
  ],
  ['../../etc/passwd', `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ['\u202Egpj.exe', `filename="_gpj.exe"; filename*=UTF-8''_gpj.exe`],
  ['', `filename="file"; filename*=UTF-8''file`],
  ['\ud800x', `filename="_x"; filename*=UTF-8''%EF%BF%BDx`],
])('the name %j is sent as a file name and nothing else', async (name, parts) => {
  const response = await fetchFile({ name, disposition: 'attachment' })
  expect(response.headers.get('content-disposition')).toBe(`attachment; ${parts}`)
  expect(response.headers.get('set-cookie')).toBeNull()
})
