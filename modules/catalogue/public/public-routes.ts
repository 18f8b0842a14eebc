import { type Context, Hono } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { escapeHtml } from '#platform/web/escape.ts'

/** Search engines revalidate after this time; a course that is gone by then redirects (302) to /404. */
const cacheControl = 'public, max-age=600'
/** The maximum number of courses in a sitemap, each in two languages. */
const maxCourses = 25_000

/** `/robots.txt` and `/sitemap.xml` of the current site. Requires the request's `ctx`. */
export function publicRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/robots.txt', (c) => c.text(robots(urlOf(c)('/sitemap.xml')), 200, { 'cache-control': cacheControl }))
  app.get('/sitemap.xml', async (c) => {
    const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': cacheControl }
    return c.body(
      sitemap([pathTo('/'), pathTo('/courses/search'), ...(await listAddresses(c))].map(urlOf(c))),
      200,
      headers,
    )
  })
  return app
}

const urlOf = (c: Context<HttpEnv>) => (path: string) => {
  const { use, organization } = c.get('ctx')
  return use(siteUrlPort)(organization.code, path)
}

const disallowed = [
  '/api/',
  '/manage',
  '/settings',
  '/checkout',
  '/cart/',
  '/dashboard',
  '/login',
  '/prove',
  '/certificate/',
]
const robots = (sitemapUrl: string) =>
  `${['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${sitemapUrl}`].join('\n')}\n`

async function listAddresses(c: Context<HttpEnv>): Promise<string[]> {
  const { sql, organization } = c.get('ctx')
  const rows = await sql<{ course_website_id: number }>`
    select course_website_id from catalogue.v_course_website
    where organization_id = ${organization.organization_id} and default_website_ind and price_in_bounds_ind
    order by course_website_id limit ${maxCourses}`
  return rows.map(({ course_website_id }) => pathTo('/course/details/:id', { id: course_website_id }))
}

const xhtml = 'http://www.w3.org/1999/xhtml'
const sitemap = (urls: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="${xhtml}">
${urls.flatMap((url) => [entry(url, url), entry(`${url}?lang=es-es`, url)]).join('\n')}
</urlset>
`

const entry = (url: string, plain: string) =>
  `<url><loc>${escapeHtml(url)}</loc>${alternate('en', plain)}${alternate('es', `${plain}?lang=es-es`)}</url>`
const alternate = (lang: string, url: string) =>
  `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(url)}"/>`
