import { describe, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { openTestApp } from '#tests/support/app.ts'
import { sumTables } from '#tests/support/sums.ts'
import { pages } from '#web/pages.ts'

const app = await openTestApp()
const host = 'localhost:3000'
const { token } = await app.actorOf(await app.userId('student@example.com'))
const staff = (await app.actorOf(await app.userId('admin@example.com'))).token

/** The headers of requests that another site causes in a browser. */
const foreign: Readonly<Record<string, Record<string, string>>> = {
  'a form of another site': {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  },
  'a page of a sibling': { origin: 'http://gct.localhost:3000', 'sec-fetch-site': 'same-site' },
  'a frame without an origin': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'an old browser of another site': { origin: 'https://evil.example' },
  'a request that hides where it comes from': {},
  'fetch without a preflight': {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
  },
}
/** A GET has no origin; another site's images, links and frames can send it. */
const foreignGet = {
  'an image of another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
  'a link of another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  'a page of a sibling': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  'an old browser': {},
}

const operations = manifests.flatMap((manifest) => manifest.operations).filter(({ changes }) => changes)
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  '',
]

const send = (method: string, path: string, headers: Record<string, string>, session: string, body?: string) =>
  app.app.request(`http://${host}${path}`, {
    method,
    body,
    headers: { host, cookie: `waypost=${session}`, ...headers },
  })

describe('T-14: a page of another site cannot act for a signed-in person', () => {
  it.each(operations.map((operation) => [operation.call, operation] as const))('%s', async (_call, operation) => {
    const path = `/api${operation.path.replaceAll(/\{\w+\}/g, '1')}`
    const before = await sumTables(app, ['identity', 'learning', 'checkout'])
    const isGet = operation.method === 'GET'
    for (const [who, headers] of Object.entries(isGet ? foreignGet : foreign)) {
      for (const type of isGet ? [''] : types) {
        // A change is refused before the session is read, and a GET even for a caller with the permission.
        for (const session of isGet ? [token, staff] : [token]) {
          const sentBody = { ...headers, ...(type && { 'content-type': type }) }
          const response = await send(operation.method, path, sentBody, session, isGet ? undefined : 'x=1')
          const { code } = await response.json()
          const refusal = `${who}, ${type}: ${response.status} ${code}`
          expect(refusal).toMatch(isGet ? /: 403 (CROSS_SITE|FORBIDDEN)$/ : /: 403 CROSS_SITE$/)
        }
      }
    }
    expect(await sumTables(app, ['identity', 'learning', 'checkout'])).toEqual(before)
  })
})

describe('T-14: every page with a form refuses one of another site', () => {
  const forms = pages.filter(({ submit }) => submit).map(({ address }) => address)
  it.each(forms)('%s', async (address) => {
    const path = address.replaceAll(/:(\w+)(\{[^}]*\})?\??/g, '1').replaceAll('*', 'x')
    for (const headers of Object.values(foreign)) {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await send('POST', path, { ...headers, ...type }, token, 'x=1')).status).toBe(403)
    }
  })
})
