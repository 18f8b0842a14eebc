import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const ask = async (path: string, code = 'SSD') => app.visitor(code).visit(path)

test("the sitemap lists the site's courses for sale in both languages, and no other site's", async () => {
  const { status, headers, text } = await ask('/sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])
  const site = 'http://ssd.localhost:3000'
  const pages = ['/', '/courses/search', ...[1001, 1002, 1003].map((id) => `/course/details/${id}`)]
  expect(addresses).toEqual(pages.flatMap((path) => [site + path, `${site}${path}?lang=es-es`]))
  expect((await ask('/sitemap.xml', 'GCT')).text).not.toContain('1001')
})

test('robots.txt names the sitemap and the paths that are not indexed', async () => {
  const { status, text } = await ask('/robots.txt')
  expect(status).toBe(200)
  expect(text).toContain('Sitemap: http://ssd.localhost:3000/sitemap.xml')
  for (const path of ['/api/', '/manage', '/checkout', '/login']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).not.toMatch(/Disallow: \/course/)
})

test('an unknown address returns 404 with the not-found page', async () => {
  expect((await ask('/course/details/999999')).headers.get('location')).toBe('/404')
  expect((await ask('/404')).status).toBe(404)
})
