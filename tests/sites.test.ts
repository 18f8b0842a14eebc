import { beforeAll, describe, expect, test } from 'vitest'
import { demoPassword, hashPassword } from '#modules/identity/entry.ts'
import { organizationStatus, roleId } from '#modules/identity/index.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { openTestApp } from './support/app.ts'

// LSD is above LST (from the demo) and LSX; SSD is the default organization, GCT a separate one.
const app = await openTestApp()
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const sites = [null, 'SSD', 'LSD', 'LST', 'LSX', 'GCT'] as const
type Site = (typeof sites)[number]
type Role = keyof typeof roleId

const people: Record<string, { code: string; role: Role; signsInOn: readonly Site[] }> = {
  'a student of the default organization': { code: 'SSD', role: 'Student', signsInOn: [null, 'SSD'] },
  'a student of an organization with others below it': {
    code: 'LSD',
    role: 'Student',
    signsInOn: ['LSD', 'LST', 'LSX'],
  },
  'a manager of an organization with others below it': {
    code: 'LSD',
    role: 'Instructor',
    signsInOn: ['LSD', 'LST', 'LSX'],
  },
  'a student of one below': { code: 'LST', role: 'Student', signsInOn: ['LST'] },
  'a manager of one below': { code: 'LST', role: 'Instructor', signsInOn: ['LST'] },
  'an admin of another organization': { code: 'GCT', role: 'Admin', signsInOn: ['GCT'] },
}
const ids: Record<string, number> = {}
const organizations: Record<string, number> = {}
const loginidOf = (name: string) => `${name.replaceAll(' ', '.')}@example.com`

beforeAll(async () => {
  const parent = await organizationId('LSD')
  await app.database.tx((sql) =>
    insertOrganization(sql, { code: 'LSX', name: 'Lone Star Extra', parent_organization_id: parent }),
  )
  const password_hash = await hashPassword(demoPassword, cheap)
  for (const [name, { code, role }] of Object.entries(people)) {
    organizations[code] = await organizationId(code)
    const [row] = await app.database.read<{ user_id: number }>`
      insert into identity.person ${app.database.read({
        organization_id: organizations[code],
        lk_user_role_id: roleId[role],
        loginid: loginidOf(name),
        email: loginidOf(name),
        password_hash,
      })} returning user_id`
    ids[name] = row!.user_id
  }
})

async function organizationId(code: string): Promise<number> {
  const [row] = await app.database.read<{ id: number }>`
    select organization_id as id from identity.organization where code = ${code}`
  return row!.id
}

/** A plain request to any host, with any headers. */
const request = (host: string, path: string, headers: Record<string, string> = {}) =>
  app.app.request(`http://localhost:3000${path}`, { headers: { host, ...headers } })
const visited = async (host: string, path = '/api/organization/parseCurrent', headers = {}) =>
  (await (await request(host, path, headers)).json()).organization?.code

describe('T-21: the host chooses the site', () => {
  test.each([
    ['localhost:3000', 'SSD'],
    ['ssd.localhost:3000', 'SSD'],
    ['GCT.localhost:3000', 'GCT'],
    ['lst.localhost:3000', 'LST'],
  ])('%s is the site of %s', async (host, code) => {
    expect(await visited(host)).toBe(code)
  })

  test.each(['xyz.localhost:3000', 'a.gct.localhost:3000', 'gctx.localhost:3000'])(
    'an unknown code leads to the default site: %s',
    async (host) => {
      const response = await request(host, '/courses/search')
      expect([response.status, response.headers.get('location')]).toEqual([302, 'http://localhost:3000/'])
    },
  )

  test.each(['evil.example', 'gct.localhost:3000.evil.example', 'gct.evil.localhost', '%27.localhost:3000'])(
    'a foreign name is not a site, and never part of our addresses: %s',
    async (host) => {
      const answer = await request(host, '/courses/search')
      expect([answer.status, answer.headers.get('location')]).toEqual([421, null])
      expect(await visited(host)).toBeUndefined()
    },
  )

  test('a request without a host is for the default site', async () => {
    expect(await visited('')).toBe('SSD')
  })

  test.each(['x-forwarded-host', 'x-host', 'forwarded', 'x-original-host', 'x-http-host-override'])(
    'no other header chooses the site: %s',
    async (name) => {
      const value = name === 'forwarded' ? 'host=gct.localhost:3000' : 'gct.localhost:3000'
      expect(await visited('localhost:3000', undefined, { [name]: value })).toBe('SSD')
    },
  )

  test('org_code in the address is forwarded, and chooses neither site nor data', async () => {
    expect(await visited('localhost:3000', '/api/organization/parseCurrent?org_code=GCT')).toBe('SSD')
    const page = await (await request('localhost:3000', '/courses/search?org_code=GCT&course_website_id=')).text()
    const plain = await (await request('localhost:3000', '/courses/search')).text()
    const namesOf = (html: string) =>
      [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, name]) => name!.replaceAll(/<[^>]*>/g, ''))
    expect(namesOf(page)).toEqual(namesOf(plain))
    expect(namesOf(page).length).toBeGreaterThan(0)
    expect(page).toMatch(/href="\/[^"]*\?[^"]*org_code=GCT/)
    expect(page).not.toContain('course_website_id=&')
    expect(page).not.toContain('course_website_id="')
  })
})

describe.each(Object.entries(people))('%s', (name, { signsInOn }) => {
  test.each(sites.map((site) => [site ?? 'the bare host', site] as const))('on %s', async (_label, site) => {
    const isAllowed = signsInOn.includes(site)
    await app.database.read`truncate identity.sign_in_failure`
    const visitor = app.visitor(site)
    const response = await visitor.post('/user/login', { loginid: loginidOf(name), password: demoPassword })
    expect(response.status).toBe(isAllowed ? 200 : 401)
    // A session from another site is worth exactly as much as signing in here.
    const { token } = await app.actorOf(ids[name]!, signsInOn[0]!)
    const host = site ? `${site.toLowerCase()}.localhost:3000` : 'localhost:3000'
    const carriedResponse = await request(host, '/api/user/getCurrentUser', { authorization: `Bearer ${token}` })
    expect(carriedResponse.status).toBe(isAllowed ? 200 : 401)
  })
})

describe('a manager', () => {
  const students = async (name: string, site: Site, query = '') => {
    const { body } = await (await app.as(ids[name]!, site)).get(`/student/fetch?limit=100${query}`)
    return body.students.map((row: { student_id: number }) => row.student_id)
  }
  const above = () => ids['a student of an organization with others below it']!
  const below = () => ids['a student of one below']!

  test('sees the students of the visited site and of those below it, for any id in the address', async () => {
    const manager = 'a manager of an organization with others below it'
    expect(await students(manager, 'LSD')).toEqual(expect.arrayContaining([above(), below()]))
    expect(await students(manager, 'LST')).toEqual([below()])
    expect(await students(manager, 'LSX')).toEqual([])
    expect(await students(manager, 'LST', '&org_code=LSD')).toEqual([below()])
  })

  test('a sub-organization sees no people of its parent, and another organization sees neither', async () => {
    expect(await students('a manager of one below', 'LST')).toEqual([below()])
    const result = await students('an admin of another organization', 'GCT')
    expect(result).not.toContain(above())
    expect(result).not.toContain(below())
  })
})

test("purchases on one site of a person's organization are available on its other sites", async () => {
  const user_id = ids['a student of an organization with others below it']!
  const [courseWebsite] = await app.database.read<{ course_website_id: number; course_version_id: number }>`
    select course_website_id, course_version_id from catalogue.v_course_website w
    where organization_id = ${organizations.LST!} limit 1`
  await app.database.read`
    insert into learning.student_course ${app.database.read({
      organization_id: organizations.LSD!,
      user_id,
      ...courseWebsite,
      lk_student_course_status_id: 1,
      audio_ind: false,
    })}`
  for (const site of ['LSD', 'LST', 'LSX'] as const) {
    const ctx = await app.ctx(await app.actorOf(user_id, site), site)
    const rows = await ctx.sql`
      select from learning.student_course s join catalogue.v_course_website using (course_website_id)
      where s.user_id = ${user_id}`
    expect(rows, site).toHaveLength(1)
  }
  const visitor = await app.ctx({ kind: 'anonymous' }, 'LSX')
  expect(await visitor.sql`select from learning.student_course`).toHaveLength(0)
})

describe('an inactive or suspended organization', () => {
  const close = (code: string, status: number) => app.database.read`
    update identity.organization set lk_organization_status_id = ${status} where code = ${code}`

  test.each([
    ['HVS', organizationStatus.Suspended],
    ['MWD', organizationStatus.Inactive],
  ])('has a closed site: pages say so in both languages, calls by a code (%s)', async (code, status) => {
    await close(code, status)
    const host = `${code.toLowerCase()}.localhost:3000`
    const english = await request(host, '/courses/search')
    expect(english.status).toBe(503)
    expect(await english.text()).toMatch(/<html lang="en-us".*<h1[^>]*>This site is closed<\/h1>/s)
    const spanish = await request(host, '/checkout', { cookie: 'locale=es-es' })
    expect(spanish.status).toBe(503)
    expect(await spanish.text()).toMatch(/<html lang="es-es".*<h1[^>]*>Este sitio está cerrado<\/h1>/s)
    const call = await app.visitor(code).post('/user/login', { loginid: 'x', password: 'y' })
    expect([call.status, call.body]).toEqual([
      503,
      { error: true, code: 'SITE_CLOSED', message: 'This site is closed.' },
    ])
  })

  test('ends the sessions of its people on every site with their next request, permanently', async () => {
    const user_id = ids['a manager of an organization with others below it']!
    const { token } = await app.actorOf(user_id, 'LST')
    const me = async () =>
      (await request('lst.localhost:3000', '/api/user/getCurrentUser', { authorization: `Bearer ${token}` })).status
    expect(await me()).toBe(200)
    await close('LSD', organizationStatus.Suspended)
    expect(await me()).toBe(401)
    await close('LSD', organizationStatus.Active)
    expect(await me()).toBe(401)
  })

  test('lets none of its people sign in on the sites below', async () => {
    await close('LSD', organizationStatus.Suspended)
    const loginid = loginidOf('a manager of an organization with others below it')
    const response = await app.visitor('LST').post('/user/login', { loginid, password: demoPassword })
    await close('LSD', organizationStatus.Active)
    expect([response.status, response.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })
})
