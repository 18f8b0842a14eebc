import { beforeAll, describe, expect, it } from 'vitest'
import { localPath } from '#platform/web/page-redirect.ts'
import { type Call, type Client, openTestApp } from '#tests/support/app.ts'
import { openOwner, ownerPassword } from '#tests/support/owner.ts'

/** Known ways to abuse our addresses as redirects; all of them name evil.example. */
const payloads = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2e%2e',
  '//evil.example@localhost',
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  'http:///evil.example',
  'https:\\\\evil.example',
  'ftp://evil.example',
  'ws://evil.example',
  'blob:https://evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/x/..//evil.example',
  '/x/../..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/.%2e//evil.example',
  '/%2E/\\evil.example',
  '/a/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  '\n//evil.example',
  ' //evil.example',
  '/\t\\evil.example',
  '/\n\\evil.example',
  '//\tevil.example',
  '/.\t//evil.example',
  '\u0000//evil.example',
  'javascript:alert(1)//evil.example',
  'JaVaScRiPt:location="https://evil.example"',
  'java\tscript:evil.example',
  'data:text/html,<script src=//evil.example>',
  'vbscript:evil.example',
  'file:///evil.example',
  'about:evil.example',
  'evil.example',
  'www.evil.example',
  '@evil.example',
  '.evil.example',
  ':evil.example',
  '?//evil.example',
  '#//evil.example',
  '//localhost:3000@evil.example',
  '//localhost:3000.evil.example',
  'http://localhost:3000@evil.example',
  'http://localhost:3000.evil.example',
  'http://evil.example#localhost:3000',
  'http://evil.example?localhost:3000',
  '//evil.example:443',
  '//evil%2eexample',
  '//[::1]',
  '//①⑥⑨.②⑤④.evil.example',
  '/／evil.example/..//evil.example',
] as const

const app = await openTestApp()
const origin = 'http://localhost:3000'

/** The address that a browser on `page` goes to after a response. */
function leadsTo(response: Call, page = '/login'): string {
  const location = response.headers.get('location')
  return location === null ? origin : new URL(location, origin + page).origin
}

it('T-15: the list has at least sixty payloads, all different', () => {
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(60)
})

it.each(payloads)('T-15: %j is not a path of this site, or leads to one', (target) => {
  const path = localPath(target)
  expect(new URL(path, `${origin}/a/b`).origin).toBe(origin)
  expect(path).toMatch(/^\/(?![/\\])/)
})

describe('T-15: every redirect to a requested page stays on this site', () => {
  let email: string
  let signedIn: Client
  const visitor = app.visitor()
  beforeAll(async () => {
    const owner = await openOwner(app)
    email = owner.email
    signedIn = await owner.client()
  })

  const places: Record<string, (target: string) => Promise<Call>> = {
    '/login, signed in already': (target) => signedIn.visit(`/login?redirect=${encodeURIComponent(target)}`),
    '/signup, signed in already': (target) => signedIn.visit(`/signup?redirect=${encodeURIComponent(target)}`),
    '/language': (target) => visitor.visit('/language', { locale: 'en-us', redirect: target }),
    '/theme': (target) => visitor.visit('/theme', { theme: 'light', redirect: target }),
  }
  it.each(Object.keys(places))('%s', async (place) => {
    for (const target of payloads) {
      const response = await places[place]!(target)
      expect([target, response.status, leadsTo(response)]).toEqual([target, expect.any(Number), origin])
    }
  })

  it('/login, with the password, and the links on it', async () => {
    for (const target of payloads) {
      const path = `/login?redirect=${encodeURIComponent(target)}`
      const page = await visitor.visit(path)
      for (const [, href = ''] of page.text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        if (/^(mailto|tel):/.test(href)) continue
        const leads = new URL(href.replaceAll('&amp;', '&'), origin)
        expect([target, leads.origin]).toEqual([target, origin])
        const further = leads.searchParams.get('redirect')
        if (further) expect(new URL(further, origin).origin).toBe(origin)
      }
    }
    for (const target of payloads.slice(0, 12)) {
      const browser = app.visitor()
      const response = await browser.visit(`/login?redirect=${encodeURIComponent(target)}`, {
        loginid: email,
        password: ownerPassword,
      })
      expect([response.status, leadsTo(response)]).toEqual([303, origin])
    }
  })

  it('the way back from viewing as a person', async () => {
    const admin = await app.as(await app.userId('admin@example.com'))
    const student = await app.userId('student@example.com')
    for (const target of payloads) {
      const { status, body } = await admin.post('/user/viewAs', { userId: student, last_route: target })
      // No call accepts NUL, so no view begins that could redirect.
      if (target.includes('\0')) {
        expect([status, body.issues]).toEqual([400, [expect.objectContaining({ path: 'last_route' })]])
        continue
      }
      expect([target, status]).toEqual([target, 200])
      const response = await admin.visit('/view-as/exit', {})
      expect([target, leadsTo(response, '/dashboard')]).toEqual([target, origin])
    }
  })
})
