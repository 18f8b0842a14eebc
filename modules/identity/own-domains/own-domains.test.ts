import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type DomainDirectory, ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import { resolveOrganization } from '#modules/identity/organizations/organization.sql.ts'
import { openWebhookTransport, webhookTransport } from '#modules/identity/webhooks/transport.ts'
import { type SiteUrl, siteUrlPort } from '#platform/ports.ts'
import { type Call, type Client, openTestApp } from '#tests/support/app.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { ok } from '#tests/support/path.ts'
import { maxFailingDays, proofName, reachPath, sweepDomains } from './check-domain.ts'
import { readDomainName, unicodeName } from './domain-name.ts'
import {
  findHolder,
  findOwnDomain,
  listDueDomains,
  lockHost,
  lockOwnDomain,
  saveOwnDomain,
  updateChecked,
} from './own-domain.sql.ts'

/** The name servers of the tests, and the hosts that lead here. */
const records = new Map<string, string[]>()
const otherHosts = new Set<string>()
const app = await openTestApp({ jobs: true })
const { read } = app.database
const day = 86_400_000

const transport = openWebhookTransport({ local: true, resolveTexts: async (name) => records.get(name) ?? [] })
const ports = app.services.ports as unknown as Map<string, unknown>
ports.set(webhookTransport.port, {
  ...transport,
  findAddresses: async () => ['203.0.113.7'],
  async read(url: string) {
    const { host, hostname, pathname } = new URL(url)
    if (otherHosts.has(hostname)) return { status: 200, answer: 'parked', fault: null, milliseconds: 0 }
    const response = await app.app.request(`http://${host}${pathname}`, { headers: { host } })
    return { status: response.status, answer: await response.text(), fault: null, milliseconds: 0 }
  },
})
const domains = ports.get(ownDomains.port) as DomainDirectory
const siteUrl = ports.get(siteUrlPort.port) as SiteUrl

const idOf = async (code: string) => (await resolveOrganization(read, code))!.organization_id
const [LST, HVS] = [await idOf('LST'), await idOf('HVS')]

async function addAdmin(code: string): Promise<number> {
  const name = `domains-${randomUUID()}`
  const [person] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (${await idOf(code)}, 1, ${name}, ${`${name}@school.example`}) returning user_id`
  return person!.user_id
}
const adminId = await addAdmin('LST')
const [rivalId, strangerId] = [await addAdmin('HVS'), await addAdmin('GCT')]
/** Staff of the organization above LST; HVS is a top one. */
const topId = await addAdmin('LSD')
let top: Client
let admin: Client
let rival: Client
const clientOf = (organization_id: number) => (organization_id === LST ? admin : rival)
const host = 'courses.school.example'
const codeOf = ({ status, body }: Call) => `${status} ${body?.code ?? ''}`.trim()

beforeEach(async () => {
  top = await app.as(topId, 'LSD')
  admin = await app.as(adminId, 'LST')
  rival = await app.as(rivalId, 'HVS')
  records.clear()
  otherHosts.clear()
  await read`delete from identity.own_domain`
  domains.forget()
  await domains.refresh()
})

const save = (name = host, organization_id = LST, caller: Client = organization_id === LST ? top : rival) =>
  caller.post('/organization/domain/save', { organization_id, host: name })
const check = (organization_id = LST, caller: Client = clientOf(organization_id)) =>
  caller.post('/organization/domain/check', { organization_id })
const fetchDomain = async (organization_id = LST) =>
  ok(await clientOf(organization_id).get(`/organization/domain?organization_id=${organization_id}`)).domain
const proofOf = async (organization_id = LST): Promise<string> =>
  (await fetchDomain(organization_id)).records.find(({ type }: { type: string }) => type === 'TXT').value

async function connect(organization_id = LST, name = host) {
  ok(await save(name, organization_id))
  records.set(proofName(name), [await proofOf(organization_id)])
  return ok(await check(organization_id))
}

/** A request of a browser with another Host header. */
const visit = (header: string, path = '/courses/search', init: RequestInit = {}) =>
  app.app.request(`http://localhost:3000${path}`, {
    ...init,
    headers: { host: header, 'sec-fetch-dest': 'document', ...init.headers },
  })

describe("an organization's own domain", () => {
  it('serves nothing before it is proved, then the organization, and then its links lead to it', async () => {
    const [organization] = await read<{ name: string }>`select name from identity.organization where code = 'LST'`
    ok(await save())
    expect(await fetchDomain()).toMatchObject({
      host,
      state: 'waiting',
      records: [
        { type: 'CNAME', name: host, value: 'lst.localhost' },
        { type: 'TXT', name: `_waypost-domain.${host}`, value: expect.any(String) },
      ],
    })
    expect((await visit(`${host}:3000`)).status).toBe(421)
    expect(codeOf(await check())).toBe('422 DOMAIN_UNPROVED')
    expect((await visit(`${host}:3000`)).status).toBe(421)
    records.set(proofName(host), ['another text', await proofOf()])
    otherHosts.add(host)
    expect(codeOf(await check())).toBe('422 DOMAIN_UNREACHED')
    expect(await fetchDomain()).toMatchObject({ state: 'proved', fault: 'reach' })
    expect(siteUrl('LST', '/x')).toBe('http://lst.localhost:3000/x')
    otherHosts.clear()
    ok(await check())
    expect(await fetchDomain()).toMatchObject({ state: 'live', fault: null, off_at: null })
    expect(await (await visit(`${host}:3000`)).text()).toContain(organization!.name)
    await domains.refresh()
    expect(siteUrl('LST', '/x')).toBe(`http://${host}:3000/x`)
    expect(siteUrl('LST', '/x', 'installation')).toBe('http://lst.localhost:3000/x')
    expect(siteUrl('HVS', '/x')).toBe('http://hvs.localhost:3000/x')
    expect(siteUrl(null, '/x')).toBe('http://localhost:3000/x')
    ok(await admin.post('/organization/domain/remove', { organization_id: LST }))
    expect((await visit(`${host}:3000`)).status).toBe(421)
    await domains.refresh()
    expect(siteUrl('LST', '/x')).toBe('http://lst.localhost:3000/x')
    expect(codeOf(await admin.post('/organization/domain/remove', { organization_id: LST }))).toBe('404 NOT_FOUND')
  })

  it('serves one organization, regardless of who else names it', async () => {
    await connect()
    ok(await save(host, HVS))
    const [first, second] = [await proofOf(LST), await proofOf(HVS)]
    expect(codeOf(await check(HVS))).toBe('422 DOMAIN_UNPROVED')
    records.set(proofName(host), [first, second])
    expect(codeOf(await check(HVS))).toBe('409 DOMAIN_TAKEN')
    expect(await fetchDomain(HVS)).toMatchObject({ state: 'waiting', fault: 'taken' })
    expect((await domains.find(host))?.code).toBe('LST')
  })

  it('is taken over only by a new proof in place of the old one, and the old holder is told', async () => {
    await connect()
    ok(await save(host, HVS))
    records.set(proofName(host), [await proofOf(HVS)])
    app.facts.length = 0
    ok(await check(HVS))
    expect((await domains.find(host))?.code).toBe('HVS')
    expect(await fetchDomain(LST)).toMatchObject({ state: 'waiting', fault: 'taken' })
    expect(app.facts.map(({ fact }) => fact)).toContain('identity.own_domain_off')
    app.mail.sent.length = 0
    await app.runJobs(true)
    expect(app.mail.sent.map(({ subject }) => subject)).toContain(`${host} was disconnected`)
  })

  it('is not held by an organization that only names it', async () => {
    ok(await save(host, HVS))
    ok(await save(host, LST))
    records.set(proofName(host), [await proofOf(LST), await proofOf(HVS)])
    ok(await check(LST))
    expect((await domains.find(host))?.code).toBe('LST')
    expect(await fetchDomain(HVS)).toMatchObject({ state: 'waiting', fault: null })
  })

  it('is proved by one organization at a time', async () => {
    ok(await save(host, LST))
    ok(await save(host, HVS))
    const ctx = await app.ctx(await app.actorOf(adminId, 'LST'), 'LST')
    const first = (await findOwnDomain(ctx, LST))!
    const second = (await findOwnDomain({ sql: read }, HVS))!
    const holder = await inTurn(
      ctx,
      async (inner) => {
        await lockHost(inner, host)
        const row = await lockOwnDomain(inner, first.own_domain_id, first.proof)
        await updateChecked(inner, { ...row, proved_at: inner.now })
      },
      () =>
        ctx.tx(async (inner) => {
          await lockHost(inner, host)
          return (await findHolder(inner, second))?.organization_id ?? null
        }),
    )
    expect(holder).toMatchObject({ second: LST, waited: true })
  })

  it('is not replaced by another one between its check and the result', async () => {
    ok(await save())
    const ctx = await app.ctx(await app.actorOf(adminId, 'LST'), 'LST')
    const { own_domain_id, proof } = (await findOwnDomain(ctx, LST))!
    const { second, waited } = await inTurn(
      ctx,
      (inner) => lockOwnDomain(inner, own_domain_id, proof),
      () => ctx.tx((inner) => saveOwnDomain(inner, LST, 'other.school.example')),
    )
    expect([second, waited]).toEqual([undefined, true])
    await expect(ctx.tx((inner) => lockOwnDomain(inner, own_domain_id, proof))).rejects.toMatchObject({
      kind: { status: 404 },
    })
  })

  it('goes on for three days without its proof, then is switched off with an email', async () => {
    await connect()
    const sweep = async () => sweepDomains(await app.ctx({ kind: 'system', name: 'identity.sweep-domains' }))
    const pass = async (ms: number) => {
      await app.moveClock(ms)
      admin = await app.as(adminId, 'LST')
    }
    records.clear()
    await pass(7 * 3_600_000)
    await sweep()
    expect(await fetchDomain()).toMatchObject({ state: 'failing', fault: 'proof', off_at: expect.any(String) })
    expect((await visit(`${host}:3000`)).status).toBe(200)
    app.mail.sent.length = 0
    await pass(maxFailingDays * day)
    await sweep()
    expect(await fetchDomain()).toMatchObject({ state: 'waiting', off_at: null })
    expect((await visit(`${host}:3000`)).status).toBe(421)
    await domains.refresh()
    expect(siteUrl('LST', '/')).toBe('http://lst.localhost:3000/')
    await app.runJobs(true)
    const [email] = app.mail.sent.filter(({ subject }) => subject === `${host} was disconnected`)
    expect(email?.text).toContain('http://lst.localhost:3000/manage/organization/')
  })

  it('is checked in the background until it is live', async () => {
    ok(await save())
    records.set(proofName(host), [await proofOf()])
    const system = await app.ctx({ kind: 'system', name: 'identity.sweep-domains' })
    await sweepDomains(system)
    expect(await fetchDomain()).toMatchObject({ state: 'live' })
  })

  type Times = { created: number; checked: number | null; live?: boolean; proved?: boolean; failing?: number }
  /** Days since it was named and since it fails, minutes since its last check: whether it is checked now. */
  const turns: [string, Times, boolean][] = [
    ['new', { created: 0, checked: null }, true],
    ['waiting for 9 minutes', { created: 1, checked: 9 }, false],
    ['waiting for 11 minutes', { created: 1, checked: 11 }, true],
    ['waiting for 13 days', { created: 13, checked: 11 }, true],
    ['waiting for 15 days', { created: 15, checked: 10_000 }, false],
    ['proved, not reached for 59 minutes', { created: 1, checked: 59, proved: true }, false],
    ['proved, not reached for 61 minutes', { created: 1, checked: 61, proved: true }, true],
    ['live for years', { created: 900, checked: 359, live: true, proved: true }, false],
    ['live, checked 6 hours ago', { created: 900, checked: 361, live: true, proved: true }, true],
    ['failing for an hour', { created: 900, checked: 61, live: true, proved: true, failing: 1 }, true],
    ['switched off 29 days ago', { created: 900, checked: 61, failing: 29 }, true],
    ['switched off 31 days ago', { created: 900, checked: 10_000, failing: 31 }, false],
  ]
  it.each(turns)('gets a check, or not, when it is %s', async (_, times, isDue) => {
    const { created, checked, live = false, proved = false, failing = null } = times
    ok(await save())
    await read`
      update identity.own_domain
      set created_at = platform.now() - make_interval(days => ${created}),
          checked_at = platform.now() - make_interval(mins => ${checked}::int),
          live_at = case when ${live} then created_at end, proved_at = case when ${proved} then created_at end,
          failing_since = platform.now() - make_interval(days => ${failing}::int),
          fault = case when ${failing}::int is not null then 'proof' end`
    const system = await app.ctx({ kind: 'system', name: 'identity.sweep-domains' })
    const dueDomains = await listDueDomains(system, 50)
    expect(dueDomains.map((domain) => domain.host)).toEqual(isDue ? [host] : [])
  })

  it('loses its proof when another one is named', async () => {
    await connect()
    const proof = await proofOf()
    ok(await save())
    expect(await proofOf()).toBe(proof)
    expect(await fetchDomain()).toMatchObject({ state: 'live' })
    ok(await save('other.school.example'))
    expect(await proofOf()).not.toBe(proof)
    expect((await visit(`${host}:3000`)).status).toBe(421)
    expect((await visit('other.school.example:3000')).status).toBe(421)
  })

  it('is for staff of the organization with the permission', async () => {
    const student = await app.as(await app.userId('student@example.com'))
    expect(codeOf(await save(host, LST, student))).toBe('403 FORBIDDEN')
    expect(codeOf(await check(LST, student))).toBe('403 FORBIDDEN')
    const theirClient = await app.as(strangerId, 'GCT')
    for (const call of [
      save(host, LST, theirClient),
      check(LST, theirClient),
      theirClient.get(`/organization/domain?organization_id=${LST}`),
    ])
      expect(codeOf(await call)).toBe('404 NOT_FOUND')
    expect(codeOf(await theirClient.post('/organization/domain/remove', { organization_id: LST }))).toBe(
      '404 NOT_FOUND',
    )
  })

  it('has address records instead of a CNAME if it is the registered name itself', async () => {
    ok(await save('school.example'))
    expect((await fetchDomain()).records[0]).toEqual({ type: 'A', name: 'school.example', value: '203.0.113.7' })
  })
})

describe('the host of a request', () => {
  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example:3000',
    'evillocalhost:3000',
    'courses.school.example.evil.example:3000',
    'x.courses.school.example:3000',
    'courses.school.example',
    'courses.school.example:8080',
    '*.school.example:3000',
    'user@courses.school.example:3000',
    'courses.school.example:3000:3000',
    '203.0.113.7:3000',
    '.',
  ])('%s shows no organization', async (header) => {
    await connect()
    const response = await visit(header)
    expect(response.status).toBe(421)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).not.toContain('<')
    const call = await visit(header, '/api/user/login', { method: 'POST', body: '{}' })
    expect([call.status, (await call.json()).code]).toEqual([421, 'UNKNOWN_HOST'])
  })

  it.each(['COURSES.School.Example:3000', 'courses.school.example.:3000'])('%s is the same domain', async (header) => {
    await connect()
    const response = await visit(header)
    const address = `http://${host}:3000/courses/search`
    if (header.includes('.:')) expect(response.headers.get('location')).toBe(address)
    else expect(response.status).toBe(200)
  })

  it('leads visitors of pages from the old host to the live domain, and no one else', async () => {
    await connect()
    await domains.refresh()
    const old = 'lst.localhost:3000'
    const page = await visit(old, '/courses/search?page=2')
    expect([page.status, page.headers.get('location')]).toEqual([301, `http://${host}:3000/courses/search?page=2`])
    expect(page.headers.get('cache-control')).toBe('private, max-age=600')
    const stays = {
      session: await visit(old, '/courses/search', { headers: { cookie: 'waypost=x' } }),
      call: await visit(old, '/api/organization/current'),
      sent: await visit(old, '/login', { method: 'POST', headers: { origin: `http://${old}` } }),
      picture: await visit(old, '/favicon.ico', { headers: { 'sec-fetch-dest': 'image' } }),
      passkey: await visit(old, '/login?here=1'),
      code: await visit(old, '/login/google/callback?code=c&state=LST.x'),
      link: await visit(old, '/login/link/open?token=t'),
      password: await visit(old, '/change-password?token=t'),
      base: await visit('localhost:3000'),
      sibling: await visit('hvs.localhost:3000'),
    }
    expect(Object.entries(stays).filter(([, { status }]) => status === 301)).toEqual([])
  })

  it('begins with Google on the host below the installation, whatever a state names', async () => {
    await connect()
    await domains.refresh()
    const start = await visit(`${host}:3000`, '/login/google?redirect=%2Fdashboard')
    expect(start.headers.get('location')).toBe('http://lst.localhost:3000/login/google?redirect=%2Fdashboard')
    expect(start.headers.getSetCookie().filter((cookie) => cookie.includes('oauth'))).toEqual([])
    for (const state of ['LST.x', 'LST-below.x']) {
      const path = `/login/google/callback?code=c&state=${state}`
      const response = await visit('localhost:3000', path)
      expect(response.headers.get('location')).toBe(`http://lst.localhost:3000${path}`)
    }
  })

  it('is set for a sub-organization only by staff of the organization at the top', async () => {
    expect(codeOf(await save(host, LST, admin))).toBe('403 DOMAIN_FROM_ABOVE')
    expect(await read`select from identity.own_domain`).toHaveLength(0)
    expect(codeOf(await save())).toBe('200')
  })

  it('has its own cookies, links and canonical address on the domain', async () => {
    await connect()
    await domains.refresh()
    const at = `${host}:3000`
    const text = await (await visit(at)).text()
    expect(text).toContain(`<link rel="canonical" href="http://${host}:3000/courses/search"`)
    const form = new URLSearchParams({ loginid: 'student@example.com', password: 'Demo-Password-2026!' })
    const [student] = await read<{ organization_id: number }>`
      select organization_id from identity.person where loginid = 'student@example.com'`
    await read`update identity.own_domain set organization_id = ${student!.organization_id}`
    domains.forget()
    const signedIn = await visit(at, '/login', {
      method: 'POST',
      body: form.toString(),
      headers: { origin: `http://${at}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
    const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith('waypost='))
    expect(cookie).toContain('HttpOnly')
    expect(cookie?.toLowerCase()).not.toContain('domain=')
    const response = await visit(at, '/login', { method: 'POST', headers: { origin: 'http://lst.localhost:3000' } })
    expect(response.status).toBe(403)
    const robots = await (await visit(at, '/robots.txt')).text()
    expect(robots).toContain(`http://${host}:3000/sitemap.xml`)
  })

  it('gets a certificate only if it is ours or proved', async () => {
    await connect()
    const may = async (name: string) => (await visit('127.0.0.1:3001', `/certificate-check?domain=${name}`)).status
    expect(await Promise.all([host, 'lst.localhost', 'COURSES.school.example'].map(may))).toEqual([200, 200, 200])
    const hosts = ['evil.example', 'zzz.localhost', 'a.lst.localhost', '', '203.0.113.7', `x.${host}`, `${host}:443`]
    expect(await Promise.all(hosts.map(may))).toEqual(hosts.map(() => 404))
    await read`delete from identity.own_domain`
    domains.forget()
    expect(await may(host)).toBe(404)
  })

  it('answers the check of its way with its own proof alone', async () => {
    await connect()
    expect(await (await visit(`${host}:3000`, reachPath)).text()).toBe(await proofOf())
    expect((await visit('lst.localhost:3000', reachPath)).status).toBe(404)
  })
})

describe('the name of a domain', () => {
  it.each([
    'https://courses.school.example',
    'courses.school.example/path',
    'courses.school.example:8443',
    '*.school.example',
    'school',
    'localhost',
    'a.localhost',
    'com',
    'co.uk',
    'github.io',
    'printer.local',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'user@school.example',
    'a b.example',
    'under_score.school.example',
    '-a.school.example',
    'waypost.example',
    'ssd.waypost.example',
    'SSD.Waypost.Example.',
    `${'a'.repeat(64)}.example`,
    '',
    '.',
    'a..example',
    '%2e.example',
  ])('refuses %s', (text) => {
    expect(readDomainName(text, 'waypost.example')).toBeNull()
  })

  it.each([
    ['Courses.School.Example', 'courses.school.example'],
    ['courses.school.example.', 'courses.school.example'],
    [' school.co.uk ', 'school.co.uk'],
    ['cursos.peña.com', 'cursos.xn--pea-8ma.com'],
    ['xn--pea-8ma.com', 'xn--pea-8ma.com'],
    ['notwaypost.example', 'notwaypost.example'],
  ])('reads %s as %s', (text, name) => {
    expect(readDomainName(text, 'waypost.example')).toBe(name)
  })

  it('is shown as its language writes it', () => {
    expect(unicodeName('cursos.xn--pea-8ma.com')).toBe('cursos.peña.com')
  })
})
