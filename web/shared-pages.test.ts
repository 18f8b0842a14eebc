import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openTestApp } from '#tests/support/app.ts'
import type { Site } from './context.ts'
import { sharePages } from './shared-pages.ts'

// As on a built server, because a development server never shares a page.
vi.mock('#platform/web/assets.ts', () => ({
  assets: () => ({
    css: ['/assets/theme.css'],
    fonts: [],
    dev: [],
    entry: '/assets/client.js',
    base: [],
    island: () => ({ scripts: [], css: [] }),
  }),
}))

const app = await openTestApp()
const admin = await addStaff(app, 'SSD')
const student = await addSomeone(app)

async function request(path: string, { code = 'ssd', ...headers }: Record<string, string> = {}) {
  const host = `${code}.localhost:3000`
  const response = await app.app.request(`http://${host}${path}`, { headers: { host, ...headers } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const etagOf = async (path: string, headers?: Record<string, string>) =>
  (await request(path, headers)).headers.get('etag')
const setPrice = async (course_website_id: number, course_price: number) =>
  expect((await admin.post('/course/courseWebsite/', { course_website_id, course_price })).status).toBe(200)

const catalogue = '/courses/search'
const details = '/course/details/1001'

test.each([catalogue, details])('%s is one page for all visitors, without personal data', async (path) => {
  const [first, second] = [await request(path), await request(path)]
  expect(first.status).toBe(200)
  expect(second.text).toBe(first.text)
  expect(first.text).not.toContain('nonce')
  const policy = first.headers.get('content-security-policy')!
  expect(policy).not.toContain('nonce')
  expect(policy).toContain('script-src http://ssd.localhost:3000/assets/')
  expect(policy).not.toContain('unsafe')
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30')
  expect(first.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding')
  expect(first.headers.getSetCookie()).toEqual([])
  expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
  expect(second.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a cached page returns 304, and the new one after a change', async () => {
  const etag = (await etagOf(catalogue))!
  const cachedResponse = await request(catalogue, { 'if-none-match': `"other", ${etag}` })
  expect([cachedResponse.status, cachedResponse.text, cachedResponse.headers.get('etag')]).toEqual([304, '', etag])
  await setPrice(1001, 20.95)
  const changedResponse = await request(catalogue, { 'if-none-match': etag })
  expect([changedResponse.status, changedResponse.text.includes('$20.95')]).toEqual([200, true])
  await setPrice(1001, 19.95)
})

test('a changed price, a removed or unpublished course, a new name and a closed organization are visible immediately', async () => {
  await request(catalogue)
  await setPrice(1001, 21.95)
  expect((await request(catalogue)).text).toContain('$21.95')
  expect((await request(details)).text).toContain('$21.95')
  await setPrice(1001, 19.95)
  expect((await request(details)).text).toContain('$19.95')
  await admin.delete('/course/courseWebsite/', { course_website_id: 1003 })
  expect((await request(catalogue)).text).toContain('Showing 2 of 2 Results')
  expect((await request(catalogue)).text).not.toContain('Teen Permit')
  const { database } = app
  await database.read`update catalogue.course set lk_course_status_id = 1 where course_id = 3`
  expect((await request(catalogue)).text).not.toContain('Manejo Defensivo')
  expect((await request('/course/details/1002')).status).toBe(302)
  await database.read`update catalogue.course set lk_course_status_id = 2 where course_id = 3`
  expect((await request(catalogue)).text).toContain('Manejo Defensivo')
})

test('an uncommitted or rolled-back change shows nothing new', async () => {
  const before = await etagOf(catalogue)
  const rolledBack = app.database.tx(async (sql) => {
    await sql`update catalogue.course_website set price_cents = 2222 where course_website_id = 1001`
    expect(await etagOf(catalogue)).toBe(before)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect((await request(catalogue)).text).not.toContain('$22.22')
})

test('the page is never served to another organization, language or theme', async () => {
  const response = await request(catalogue)
  const otherResponse = await request(catalogue, { code: 'lsd' })
  expect(otherResponse.text).not.toBe(response.text)
  expect(otherResponse.text).not.toContain('$19.95')
  const spanish = await request(catalogue, { 'accept-language': 'es-MX,es;q=0.9' })
  expect(spanish.text).toContain('<html lang="es-es"')
  expect(await etagOf(catalogue, { cookie: 'locale=es-es' })).toBe(spanish.headers.get('etag'))
  expect((await request(`${catalogue}?lang=es-es`)).text).toContain('<html lang="es-es"')
  expect((await request(`${catalogue}?lang=es-es`, { cookie: 'locale=en-us' })).text).toContain('<html lang="en-us"')
  for (const path of [catalogue, details]) {
    const [dark, light, none] = [
      await request(path, { cookie: 'theme=dark' }),
      await request(path, { cookie: 'theme=light' }),
      await request(path),
    ]
    expect(dark.text).toContain('data-theme="dark"')
    expect(light.text).toContain('data-theme="light"')
    expect(none.text).not.toContain('data-theme=')
  }
  expect((await request(catalogue)).text).toBe(response.text)
})

test('a change at one organization keeps the cached pages of others', async () => {
  const before = await app.database.read`select seller_id, revision from catalogue.revision order by 1`
  await setPrice(1001, 19.95)
  const after = await app.database.read`select seller_id, revision from catalogue.revision order by 1`
  const changed = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
  expect(changed.map(({ seller_id }) => seller_id)).toEqual([1])
})

test('people who are signed in, or have a cart, neither get the shared page nor fill it', async () => {
  const page = await student.visit(`${details}?tab=outline`)
  expect(page.headers.get('cache-control')).toBe('private, no-cache')
  expect(page.headers.get('etag')).toBeNull()
  const visitor = await request(`${details}?tab=outline`)
  expect(visitor.text).not.toContain('Kim')
  expect(visitor.headers.get('etag')).toMatch(/^(W\/)?"\S+"$/)
  expect((await student.visit(`${details}?tab=outline`)).text).toContain('Kim')
  const cookies = ['cart=x', 'waypost=x', 'flash=%7B%22kind%22%3A%22info%22%2C%22text%22%3A%22Hello%22%7D', '_ga=1']
  for (const cookie of cookies) {
    const result = await request(catalogue, { cookie })
    expect([cookie, result.headers.get('etag')]).toEqual([cookie, null])
    expect(result.headers.get('cache-control')).toBe('private, no-cache')
  }
  expect((await request(catalogue)).text).not.toContain('Hello')
  const program = await request(catalogue, { authorization: 'Bearer nothing' })
  expect(program.headers.get('etag')).toBeNull()
})

test('people with a personal page see a change immediately, too, in their language and organization', async () => {
  const cookie = 'cart=x'
  const pages = async () => ({
    own: (await student.visit(catalogue)).text,
    visitor: (await request(catalogue, { cookie })).text,
    spanish: (await request(catalogue, { cookie: `${cookie}; locale=es-es` })).text,
    other: (await request(catalogue, { cookie, code: 'gct' })).text,
  })
  await pages()
  await setPrice(1001, 21.95)
  const { own, visitor, spanish, other } = await pages()
  for (const page of [own, visitor]) expect(page).toContain('$21.95')
  expect(spanish).toContain('21.95')
  expect(spanish).toContain('Buscar cursos')
  expect(own).toContain('Kim')
  expect(visitor).not.toContain('Kim')
  expect(other).not.toContain('21.95')
  await setPrice(1001, 19.95)
  expect((await request(catalogue, { cookie })).text).not.toContain('21.95')
})

test('search input and unknown addresses are not cached', async () => {
  expect(await etagOf(`${catalogue}?course_name=driver`)).toBeNull()
  expect(await etagOf(`${catalogue}?utm_source=mail`)).toBeNull()
  expect((await request('/course/details/999999')).status).toBe(302)
  expect(await etagOf('/course/details/999999')).toBeNull()
})

test('a request for a page as a part of another does not change the cached page', async () => {
  const path = `${catalogue}?page=2`
  const response = await request(path, { 'x-part': '1' })
  const next = await request(path)
  expect([response.text.includes('<footer'), next.text.includes('<footer')]).toEqual([true, true])
})

test("a brand's style is allowed by its hash only", async () => {
  await app.database.read`update identity.organization set brand_color = '#114477' where code = 'HVS'`
  const { text, headers } = await request(catalogue, { code: 'hvs' })
  expect(text).toContain('#114477')
  expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}'/)
})

test("the page of one visitor allows its brand's style by its hash, too, so that scripts can read the next page", async () => {
  await app.database.read`update identity.organization set brand_color = '#114477' where code = 'HVS'`
  const style = (html: string) => /<style[^>]*>([^<]*)/.exec(html)?.[1] ?? ''
  const hashOf = (css: string) => createHash('sha256').update(css).digest('base64')
  const checkout = await request('/checkout', { code: 'hvs' })
  expect(style(checkout.text)).toContain('#114477')
  const policy = checkout.headers.get('content-security-policy')
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']+' 'sha256-[\w+/=]{44}'/)
  expect(policy).toContain(`'sha256-${hashOf(style(checkout.text))}'`)
})

test("the website's logo and social links are shown, and changing them changes the page", async () => {
  const { read } = app.database
  const set = (logo: string, links: object) => read`
    update catalogue.website set logo = ${logo}, social_links = ${read.json(links)}
    where default_website_ind and organization_id = (select organization_id from identity.organization where code = 'SSD')`
  await set('/media/41/site.webp', {
    facebook: 'https://facebook.com/sunshine',
    youtube: 'https://youtube.com/@sunshine',
  })
  const { text } = await request(catalogue)
  expect(text).toContain('<img src="/media/41/site.webp"')
  expect(text).toMatch(/<a href="https:\/\/facebook\.com\/sunshine" rel="noopener noreferrer"[^>]*>Facebook<\/a>/)
  expect((await student.visit('/dashboard')).text).toContain('https://youtube.com/@sunshine')
  await set('', {})
  expect((await request(catalogue)).text).not.toMatch(/site\.webp|facebook/)
})

test('T-41: a shared page is compressed for any visitor, from any site', async () => {
  const plain = await request(catalogue)
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const host = 'ssd.localhost:3000'
    const headers = { host, 'accept-encoding': encoding, 'sec-fetch-site': 'cross-site' }
    const response = await app.app.request(`http://${host}${catalogue}`, { headers })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(decode(Buffer.from(await response.arrayBuffer())).toString()).toBe(plain.text)
  }
})

test('the first visitor with gzip gets the same page as the following ones', async () => {
  await setPrice(1001, 22.95)
  const host = 'ssd.localhost:3000'
  const response = await app.app.request(`http://${host}${catalogue}`, { headers: { host, 'accept-encoding': 'gzip' } })
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe((await request(catalogue)).text)
  await setPrice(1001, 19.95)
})

test('many simultaneous visitors cause few revision queries, each made after their arrival', async () => {
  const pages = await Promise.all(Array.from({ length: 50 }, () => request(catalogue)))
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
})

test('a page that sets a cookie is never shared, because it is for one visitor', async () => {
  let count = 0
  const pages = new Hono<HttpEnv>()
  pages.use(sharePages({ services: app.services, site: { baseUrl: new URL('http://localhost:3000') } as Site }))
  pages.get('*', (c) => {
    count += 1
    c.header('content-security-policy', "script-src 'nonce-abc'")
    if (c.req.path === details) c.header('set-cookie', `cart=visitor-${count}`)
    return c.html(`<p>Page ${count}</p>`)
  })
  const visits = async (path: string) => {
    const host = 'ssd.localhost:3000'
    const fetchPage = async () => pages.request(`http://${host}${path}`, { headers: { host } })
    const responses = [await fetchPage(), await fetchPage()]
    return Promise.all(
      responses.map(async (page) => [
        await page.text(),
        page.headers.getSetCookie(),
        page.headers.get('etag') !== null,
      ]),
    )
  }
  expect(await visits(catalogue)).toEqual([
    ['<p>Page 1</p>', [], true],
    ['<p>Page 1</p>', [], true],
  ])
  expect(await visits(details)).toEqual([
    ['<p>Page 2</p>', ['cart=visitor-2'], false],
    ['<p>Page 3</p>', ['cart=visitor-3'], false],
  ])
})
