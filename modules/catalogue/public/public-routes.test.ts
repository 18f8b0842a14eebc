import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const ask = async (path: string, code = 'SSD') => app.visitor(code).visit(path)

test('the sitemap of a site names its courses on sale in both languages, and no other site’s', async () => {
  const { status, headers, text } = await ask('/sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const found = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])
  const site = 'http://ssd.localhost:3000'
  const pages = ['/', '/courses/search', ...[1001, 1002, 1003].map((id) => `/course/details/${id}`)]
  expect(found).toEqual(pages.flatMap((path) => [site + path, `${site}${path}?lang=es-es`]))
  expect((await ask('/sitemap.xml', 'GCT')).text).not.toContain('1001')
})

test('robots are told where the sitemap is and what is no one’s to index', async () => {
  const { status, text } = await ask('/robots.txt')
  expect(status).toBe(200)
  expect(text).toContain('Sitemap: http://ssd.localhost:3000/sitemap.xml')
  for (const path of ['/api/', '/manage', '/checkout', '/login']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).not.toMatch(/Disallow: \/course/)
})

test('an address without a page leads to the page that says so, with its own status', async () => {
  expect((await ask('/course/details/999999')).headers.get('location')).toBe('/404')
  expect((await ask('/404')).status).toBe(404)
})
