import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sessionCookie } from '#modules/identity/sessions/cookies.ts'
import { manifests } from '#modules/manifests.ts'
import { unlimited } from '#platform/http/rate.ts'
import { createApp } from '#web/app.ts'
import { pages } from '#web/pages.ts'
import { openTestApp } from './support/app.ts'
import { openOwner, ownerPassword } from './support/owner.ts'
import { openView } from './support/view.ts'

/**
 * The headers of each family of responses, over plain HTTP and behind TLS: policy, framing, caching, cookies. People
 * review `headers.matrix.txt`: a changed header fails here until the table is updated (UPDATE_MATRIX=1 writes it; read
 * the diff).
 */
const file = join(import.meta.dirname, 'headers.matrix.txt')
const app = await openTestApp()
const owner = await openOwner(app)
const admin = await app.userId('admin@example.com')
const student = await app.userId('student@example.com')
const { read } = app.database
const [picture] = await read<{ attachment_id: number }>`
  select attachment_id from catalogue.attachment where visible_to = 'everybody' and lk_file_type_id = 1 order by 1 limit 1`
const [lesson] = await read<{ attachment_id: number }>`
  select attachment_id from catalogue.attachment where visible_to <> 'everybody' order by 1 limit 1`

/** The session of staff who view as the student. */
const view = { token: /\bwaypost=([^;]+)/.exec((await openView(app, student)).cookies())![1]! }

type Who = 'visitor' | 'student' | 'admin' | 'view'
type Family = { title: string; path: string; by?: Who; form?: Record<string, string>; method?: string; json?: object }

const families: readonly Family[] = [
  { title: 'page of a visitor', path: '/login' },
  { title: 'page with a captcha where one is asked for', path: '/signup' },
  { title: 'page of the catalogue for a search', path: '/courses/search?course_name=driver' },
  { title: 'page of the catalogue', path: '/courses/search' },
  { title: 'page of someone signed in', path: '/dashboard', by: 'student' },
  { title: 'page of someone signed in, while staff view as them', path: '/dashboard', by: 'view' },
  { title: 'page that may be restored, of someone signed in', path: '/courses/search', by: 'student' },
  { title: 'page that may be restored, while staff view as someone', path: '/courses/search', by: 'view' },
  { title: 'page with a secret in its address', path: '/login/link/open' },
  { title: 'page that takes cards', path: '/settings/cards/manage', by: 'student' },
  { title: 'page of staff', path: '/manage/students', by: 'admin' },
  { title: 'page that is not there', path: '/nowhere' },
  { title: 'page that one may not see', path: '/manage/students', by: 'student' },
  { title: 'way to the sign-in', path: '/dashboard' },
  { title: 'answer of a call', path: '/api/user/getCurrentUser', by: 'student' },
  { title: 'refused call of a visitor', path: '/api/user/getCurrentUser' },
  { title: 'refused call', path: '/api/student/fetch', by: 'student' },
  { title: 'call that is not there', path: '/api/nowhere', by: 'student' },
  { title: 'public call', path: '/api/course/fetchPublicCourses' },
  { title: 'file of a list', path: '/api/student/export?export=csv', by: 'admin' },
  { title: 'picture for everybody', path: `/media/${picture?.attachment_id}/a.png` },
  { title: 'medium of a lesson, for staff', path: `/media/${lesson?.attachment_id}/a.png`, by: 'admin' },
  { title: 'medium of a lesson, for a visitor', path: `/media/${lesson?.attachment_id}/a.png` },
  { title: 'robots', path: '/robots.txt' },
  { title: 'manifest of the site', path: '/manifest.webmanifest' },
  { title: 'map of the site', path: '/sitemap.xml' },
  { title: 'documentation of the API', path: '/api/docs' },
  { title: 'document of the API', path: '/api/openapi.json' },
  { title: 'document for partners', path: '/api/partner.json' },
  { title: 'health', path: '/healthz' },
  { title: 'readiness', path: '/readyz' },
  { title: 'sign-in by form', path: '/login', form: { loginid: owner.email, password: ownerPassword } },
  {
    title: 'sign-in by form, remembered',
    path: '/login',
    form: { loginid: owner.email, password: ownerPassword, isRememberMe: '1' },
  },
  { title: 'sign-in by call', path: '/api/user/login', json: { loginid: owner.email, password: ownerPassword } },
  { title: 'refused sign-in', path: '/login', form: { loginid: owner.email, password: 'wrong' } },
  { title: 'sign-out', path: '/logout', form: {}, by: 'student' },
  { title: 'choice of a theme', path: '/theme', form: { theme: 'dark' } },
  { title: 'choice of a language', path: '/language', form: { locale: 'es-es' } },
  { title: 'cart of a guest', path: '/cart/add', form: { course_website_id: '1001' } },
  { title: 'refused form, which leaves a sentence', path: '/cart/add', form: { course_website_id: '999999' } },
]

const sites = { 'http://localhost:3000': false, 'https://waypost.example': true } as const

async function headersOf(origin: keyof typeof sites, family: Family): Promise<string[]> {
  const served = createApp({
    services: app.services,
    site: { baseUrl: new URL(origin), trustProxy: sites[origin] },
    manifests,
    pages,
    rates: unlimited,
    ready: () => true,
  })
  const { path, by = 'visitor', form, json } = family
  const { host } = new URL(origin)
  const headers = new Headers({ host, origin, 'sec-fetch-site': 'same-origin', 'user-agent': 'test' })
  if (!path.startsWith('/api')) headers.set('sec-fetch-mode', 'navigate')
  if (json) headers.set('content-type', 'application/json')
  if (by !== 'visitor') {
    const { token } = by === 'view' ? view : await app.actorOf(by === 'admin' ? admin : student)
    headers.set('cookie', sessionCookie(origin, token).split(';')[0]!)
  }
  const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : null
  const response = await served.request(`http://${host}${path}`, { method: body ? 'POST' : 'GET', headers, body })
  await response.arrayBuffer()
  const lines = [...response.headers].map(([name, value]) => `${name}: ${plain(value)}`)
  return [String(response.status), ...lines.toSorted()]
}

/** A header without the parts that change with each response. */
const plain = (value: string): string =>
  value
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '{uuid}')
    .replaceAll(/(=)[\w-]{43}(?=;)/g, '$1{secret}')
    .replaceAll(/Expires=[^;]+/g, 'Expires={date}')
    .replaceAll(/sha256-[\w+/]{43}=/g, 'sha256-{hash}')
    .replace(/^(W\/)?"[\w-]{20,}"$/, '$1"{hash}"')
    .replace(/^\d{4,}$/, '{length}')
    .replace(/127\.0\.0\.1:\d+/, '{simulator}')

it('the headers of each family of responses match the table', async () => {
  const parts: string[] = []
  for (const origin of Object.keys(sites) as (keyof typeof sites)[])
    for (const family of families)
      parts.push(
        [`${origin}: ${family.title}`, ...(await headersOf(origin, family)).map((line) => `  ${line}`)].join('\n'),
      )
  const table = `${parts.join('\n\n')}\n`
  if (process.env.UPDATE_MATRIX) writeFileSync(file, table)
  expect(table, 'tests/headers.matrix.txt').toBe(readFileSync(file, 'utf8'))
})

it('no response may be framed, sniffed or cached publicly unless the table says so', () => {
  const parts = readFileSync(file, 'utf8').split('\n\n')
  expect(parts).toHaveLength(families.length * 2)
  for (const part of parts) {
    const [title] = part.split('\n')
    expect(part, title).toMatch(/frame-ancestors '(none|self)'/)
    expect(part, title).toContain('x-content-type-options: nosniff')
    expect(part.includes('strict-transport-security: max-age=63072000; includeSubDomains'), title).toBe(
      part.startsWith('https:'),
    )
    for (const cookie of part.match(/set-cookie: .*/g) ?? [])
      expect([title, cookie.includes('; Secure')]).toEqual([title, part.startsWith('https:')])
  }
})
