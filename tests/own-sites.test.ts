import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { anyone } from '#platform/permissions.ts'
import { embedScript } from '#web/embed/embed-script.ts'
import { openTestApp } from './support/app.ts'

/** Calls that visitors may read but pages of other sites may not, with the reason. */
const closed: Readonly<Record<string, string>> = {
  'GET /user/email/validate': 'says whether an address has an account',
  'GET /user/loginid/validate': 'says whether a login id is taken',
  'GET /user/states/fetch': 'part of our forms',
  'GET /util/datetime': 'part of our forms',
  'GET /user/invitation/state': 'by the secret of an invitation',
  'GET /lookup/fetchAll': 'part of our forms',
  'GET /lookup/states': 'part of our forms',
  'GET /lookup/county/autocomplete': 'part of our forms',
  'GET /lookup/entity_type/autocomplete': 'part of our forms',
  'GET /systemLanguage/fetchSystemLanguage': 'part of our pages',
  'GET /cart/course': 'part of the checkout, which opens on our site',
  'GET /user/guest': 'a guest with a cart',
  'GET /cart/courseShippingMethods': 'part of the checkout, which opens on our site',
  'GET /support/visitor': 'the conversation of a visitor',
  'GET /course/fetch/sample': 'a lesson is read on our page',
  'GET /course/getWebsiteByAwcId': 'part of the checkout, which opens on our site',
  'GET /certificate/check/{code}': 'names a student',
  'GET /report/shared/{token}': 'by the secret of a link',
  'GET /report/calendar/feed/{token}': 'by the secret of a link',
}

const app = await openTestApp()
const host = 'localhost:3000'
const proved = 'https://www.fleet.example'
const catalogue = '/api/course/fetchPublicCourses'

beforeAll(async () => {
  await app.database.read`
    insert into identity.own_site (organization_id, origin, proof, proved_at, proved_by)
    select organization_id, origin, 'x', proved_at, case when proved_at is not null then 'file' end
    from identity.organization, (values (${proved}, platform.now()), ('https://unproved.example', null::timestamptz)) v (origin, proved_at)
    where default_ind`
})

const send = (path: string, headers: Record<string, string> = {}, method = 'GET', site = host) =>
  app.app.request(`http://${site}${path}`, { method, headers: { host: site, ...headers } })
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe("a page of an organization's own site", () => {
  it('reads the catalogue, without credentials, and caches store its response separately', async () => {
    const response = await send(catalogue, { origin: proved })
    expect([response.status, allowed(response)]).toEqual([200, proved])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/)
    expect((await response.json()).data.courses.length).toBeGreaterThan(0)
    const plainResponse = await send(catalogue)
    expect([allowed(plainResponse), plainResponse.headers.get('vary')]).toEqual([
      null,
      expect.stringMatching(/\bOrigin\b/),
    ])
  })

  it('reads a refusal, too', async () => {
    const response = await send('/api/course/fetch/details?id=999999', { origin: proved })
    expect([response.status, allowed(response)]).toEqual([404, proved])
  })

  it.each([
    'https://unproved.example',
    'https://www.fleet.example.evil.example',
    'http://www.fleet.example',
    'https://www.fleet.example:444',
    'null',
    '*',
  ])('cannot have the origin %s', async (origin) => {
    expect(allowed(await send(catalogue, { origin }))).toBeNull()
    expect((await send(catalogue, { origin }, 'OPTIONS')).status).toBe(403)
  })

  it("is accepted on its own organization's site only", async () => {
    expect(allowed(await send(catalogue, { origin: proved }, 'GET', 'gct.localhost:3000'))).toBeNull()
  })

  it('may send a preflight request, for reading only', async () => {
    const response = await send(catalogue, { origin: proved, 'access-control-request-method': 'GET' }, 'OPTIONS')
    expect([response.status, allowed(response)]).toEqual([204, proved])
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('reads no personal data and changes nothing', async () => {
    for (const path of ['/api/user/getCurrentUser', '/api/cart/fetchCart', '/login', '/api/lookup/fetchAll'])
      expect(allowed(await send(path, { origin: proved })), path).toBeNull()
    const change = await send('/api/cart/addToCart', { origin: proved, 'sec-fetch-site': 'cross-site' }, 'POST')
    expect([change.status, allowed(change)]).toEqual([403, null])
  })

  it('may show the catalogue in a frame, and no other page of ours', async () => {
    const policyOf = async (path: string) => (await send(path)).headers.get('content-security-policy') ?? ''
    expect(await policyOf('/embed/catalogue')).toContain(`frame-ancestors ${proved};`)
    expect(await policyOf('/embed/catalogue')).not.toContain('unproved')
    expect(await policyOf('/courses/search')).toContain("frame-ancestors 'none'")
    const response = await send('/embed/catalogue', {}, 'GET', 'gct.localhost:3000')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

it('each call that visitors may read declares whether own sites may, and none of these changes anything', () => {
  const operations = manifests.flatMap((module) => module.operations)
  const read = operations.filter(
    ({ may, method, changes }) => may.description === anyone.description && method === 'GET' && !changes,
  )
  expect(read.filter(({ call, sites }) => !sites && !(call in closed)).map(({ call }) => call)).toEqual([])
  expect(
    Object.keys(closed).filter((call) => !read.some((operation) => operation.call === call && !operation.sites)),
  ).toEqual([])
  const open = operations.filter(({ sites }) => sites === 'proved')
  expect(open.length).toBeGreaterThan(2)
  expect(open.filter((operation) => !read.includes(operation)).map(({ call }) => call)).toEqual([])
})

describe('/embed.js', () => {
  it('is a module that any site may load, below 10 kB, without cookies', async () => {
    const response = await send('/embed.js', { origin: 'https://anyone.example' })
    expect([response.status, allowed(response)]).toEqual([200, '*'])
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.getSetCookie()).toEqual([])
    const text = await response.text()
    expect(gzipSync(text).length).toBeLessThan(10_000)
    expect(text).not.toMatch(/\bcookie\b|localStorage|from ['"]/)
  })

  it("has the organization's color, and cannot end a script element", () => {
    expect(embedScript('#a11122')).toContain('"color":"#a11122"')
    expect(embedScript(null)).not.toContain('</script')
  })
})

it('the link of a button on an own site credits its referrer with the sale', async () => {
  const { encodeId } = await import('#platform/ids.ts')
  const admin = await app.userId('admin@example.com')
  const browser = app.visitor()
  await browser.visit(`/checkout?course=id:1001&administrator=${encodeId(admin)}`)
  const [cart] = await app.database.read<{ referred_by_user_id: number | null }>`
    select referred_by_user_id from checkout.cart order by created_at desc limit 1`
  expect(cart!.referred_by_user_id).toBe(admin)
})
