import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { isSameSite } from './same-site.ts'

const app = new Hono()
app.post('/', (c) => c.text(isSameSite(c.req) ? 'ours' : 'foreign'))
const request = async (headers: Record<string, string>) => {
  const sentBody = { host: 'SSD.waypost.example', ...headers }
  return (await app.request('/', { method: 'POST', headers: sentBody })).text()
}

it('accepts our own pages and programs', async () => {
  expect(await request({ 'sec-fetch-site': 'same-origin', origin: 'https://ssd.waypost.example', cookie: 'a=b' })).toBe(
    'ours',
  )
  expect(await request({ origin: 'https://ssd.waypost.example', cookie: 'a=b', 'sec-fetch-site': 'same-origin' })).toBe(
    'ours',
  )
  // Browsers send this from our own pages that hide their address (`Referrer-Policy: no-referrer`).
  expect(await request({ 'sec-fetch-site': 'same-origin', origin: 'null', cookie: 'a=b' })).toBe('ours')
  expect(await request({ authorization: 'Bearer x' })).toBe('ours')
  expect(await request({})).toBe('ours')
})

it('refuses other sites, including sibling sites, for every content type', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    expect(await request({ 'sec-fetch-site': 'cross-site', cookie: 'a=b', 'content-type': type })).toBe('foreign')
    expect(await request({ origin: 'https://gct.waypost.example', cookie: 'a=b', 'content-type': type })).toBe(
      'foreign',
    )
  }
  expect(await request({ 'sec-fetch-site': 'same-site', cookie: 'a=b' })).toBe('foreign')
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await request({ 'sec-fetch-site': site, origin: 'null', cookie: 'a=b' })).toBe('foreign')
  expect(await request({ origin: 'null', cookie: 'a=b' })).toBe('foreign')
  expect(await request({ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example', cookie: 'a=b' })).toBe(
    'foreign',
  )
})

it("does not treat proxy credentials, which browsers send by themselves, as a program's", async () => {
  const basic = { authorization: 'Basic dTpw', cookie: 'a=b' }
  expect(await request(basic)).toBe('foreign')
  expect(await request({ ...basic, 'sec-fetch-site': 'cross-site' })).toBe('foreign')
})

it('refuses a cookie without an origin', async () => {
  expect(await request({ cookie: 'a=b' })).toBe('foreign')
})
