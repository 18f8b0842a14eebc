import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { refusedAddresses } from '#modules/identity/webhooks/refused-addresses.fixture.ts'
import { openWebhookTransport } from '#modules/identity/webhooks/transport.ts'
import { type Call, openTestApp } from '#tests/support/app.ts'
import { atOnce, fifty, tally } from '#tests/support/at-once.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { ok } from '#tests/support/path.ts'
import { insertOwnSite, lockSiteCount, maxSites } from './own-site.sql.ts'
import { proveSite } from './prove-site.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
const [row] = await read<{ organization_id: number }>`
  select organization_id from identity.organization where default_ind`
const { organization_id } = row!
const codeOf = ({ status, body }: Call) => `${status} ${body?.code ?? ''}`.trim()

/** A site on this machine, with a file for its proof. */
const files = new Map<string, string>()
/** Other statuses than 200 of these files; a redirect leads to `/elsewhere.txt`. */
const statuses = new Map<string, number>()
const proofFile = '/.well-known/waypost-site.txt'
/** Runs before the site responds. */
let before: () => Promise<unknown> = async () => {}
const server = createServer(async (request, response) => {
  await before()
  const text = files.get(request.url ?? '')
  const status = text === undefined ? 404 : (statuses.get(request.url ?? '') ?? 200)
  response.writeHead(status, { 'content-type': 'text/plain', location: '/elsewhere.txt' }).end(text)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeEach(async () => {
  files.clear()
  statuses.clear()
  before = async () => {}
  await read`delete from identity.own_site`
})

const add = (text = origin, caller = admin) => caller.post('/organization/site/add', { organization_id, origin: text })
const list = async () => ok(await admin.get(`/organization/sites?organization_id=${organization_id}`)).sites
const prove = (own_site_id: number, caller = admin) => caller.post('/organization/site/prove', { own_site_id })

describe("an organization's own sites", () => {
  it('are proved by a file, become unproven without it, and can be removed', async () => {
    const { own_site_id } = ok(await add(`${origin}/`))
    const [site] = await list()
    expect(site).toMatchObject({
      own_site_id,
      origin,
      proved_at: null,
      failing_since: null,
      record: '_waypost.127.0.0.1',
    })
    expect(codeOf(await prove(own_site_id))).toBe('422 SITE_UNPROVED')
    files.set(proofFile, 'something else')
    expect(codeOf(await prove(own_site_id))).toBe('422 SITE_UNPROVED')
    files.set(proofFile, `${site.proof}\n`)
    expect(ok(await prove(own_site_id)).proved_by).toBe('file')
    expect(await list()).toEqual([expect.objectContaining({ proved_by: 'file', proved_at: expect.any(String) })])
    files.clear()
    expect(codeOf(await prove(own_site_id))).toBe('422 SITE_UNPROVED')
    expect(await list()).toEqual([expect.objectContaining({ proved_by: null, proved_at: null })])
    ok(await admin.post('/organization/site/remove', { own_site_id }))
    expect(await list()).toEqual([])
    expect(codeOf(await admin.post('/organization/site/remove', { own_site_id }))).toBe('404 NOT_FOUND')
  })

  it('are not proved after their removal, even if their proof was just being read', async () => {
    const { own_site_id } = ok(await add())
    const [{ proof }] = await list()
    files.set(proofFile, proof)
    before = () => read`delete from identity.own_site`
    expect(codeOf(await prove(own_site_id))).toBe('404 NOT_FOUND')
  })

  it('are listed once each, and keep their proof', async () => {
    const first = ok(await add())
    const [{ proof }] = await list()
    expect(ok(await add())).toMatchObject({ own_site_id: first.own_site_id })
    expect(await list()).toEqual([expect.objectContaining({ proof })])
  })

  it('are limited to twenty, even under concurrent requests', async () => {
    const responses = await atOnce(() => add(`https://site-${randomUUID()}.example.com`))
    expect(tally(responses)).toEqual({ 200: maxSites, '409 TOO_MANY_SITES': fifty - maxSites })
    expect(await list()).toHaveLength(maxSites)
  })

  it('are added one at a time', async () => {
    const ctx = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))
    const { second, waited } = await inTurn(
      ctx,
      async (inner) => {
        await lockSiteCount(inner, organization_id)
        return insertOwnSite(inner, organization_id, 'https://a.example.com')
      },
      () => ctx.tx((inner) => lockSiteCount(inner, organization_id)),
    )
    expect([second, waited]).toEqual([1, true])
  })

  it.each([
    'https://www.example.com/path',
    'https://www.example.com?x=1',
    'ftp://example.com',
    '',
    'https://a b',
    'https://*.example.com',
    'https://example.com;sandbox',
    `https://${'中'.repeat(280)}.example.com`,
  ])('have an address without a path: %s', async (text) => {
    expect(codeOf(await add(text))).toBe('422 SITE_ADDRESS')
  })

  it('can be managed by staff of the organization with the permission', async () => {
    const { own_site_id } = ok(await add())
    const other = await app.as(await app.userId('student@example.com'))
    expect(codeOf(await add(origin, other))).toBe('403 FORBIDDEN')
    expect(codeOf(await prove(own_site_id, other))).toBe('403 FORBIDDEN')
    const [row] = await read<{ organization_id: number }>`
      select organization_id from identity.organization where code = 'GCT'`
    const [stranger] = await read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      values (${row!.organization_id}, 1, 'own-sites@gct.example', 'own-sites@gct.example') returning user_id`
    const client = await app.as(stranger!.user_id, 'GCT')
    expect(codeOf(await add(origin, client))).toBe('404 NOT_FOUND')
    expect(codeOf(await prove(own_site_id, client))).toBe('404 NOT_FOUND')
    expect(codeOf(await client.get(`/organization/sites?organization_id=${organization_id}`))).toBe('404 NOT_FOUND')
  })
})

describe('the proof of a site', () => {
  const site = { origin: 'https://www.example.com', proof: 'the-proof' }
  const nothing = { status: null, answer: '', fault: 'x', milliseconds: 0 }

  it.each([200, 201, 203, 301, 302, 307, 403, 404, 410, 500, null])(
    'counts from a file only with the status 200: %s',
    async (status) => {
      const transport = { read: async () => ({ ...nothing, status, answer: site.proof }), findTexts: async () => [] }
      expect(await proveSite(transport, site)).toBe(status === 200 ? 'file' : null)
    },
  )

  it.each([
    ['a page that contains the text', 200, (proof: string) => `<p>${proof}</p>`],
    ['a page of a missing address with the text', 404, (proof: string) => proof],
    ['a redirect with the text to a file that has it', 302, (proof: string) => proof],
  ] as const)('is not %s', async (_title, status, textOf) => {
    const { own_site_id } = ok(await add())
    const [{ proof }] = await list()
    files.set('/elsewhere.txt', proof)
    files.set(proofFile, textOf(proof))
    statuses.set(proofFile, status)
    expect(codeOf(await prove(own_site_id))).toBe('422 SITE_UNPROVED')
    // The same file counts as soon as the site returns it as one.
    files.set(proofFile, proof)
    statuses.clear()
    expect(ok(await prove(own_site_id)).proved_by).toBe('file')
  })

  it('may be a TXT record under its own name', async () => {
    const addresses: string[] = []
    const findTexts = async (name: string) => {
      addresses.push(name)
      return ['other', 'the-proof']
    }
    expect(await proveSite({ read: async () => nothing, findTexts }, site)).toBe('dns')
    expect(addresses).toEqual(['_waypost.www.example.com'])
    expect(await proveSite({ read: async () => nothing, findTexts: async () => ['the-proof-2'] }, site)).toBeNull()
  })

  it('is never read at a private address, even if its name resolves to one, and only over https', async () => {
    expect(refusedAddresses.length).toBeGreaterThan(40)
    for (const address of refusedAddresses) {
      const transport = openWebhookTransport({ local: false, resolve: async () => [{ address }] })
      expect(await transport.read('https://www.example.com/.well-known/waypost-site.txt'), address).toMatchObject({
        status: null,
      })
    }
    const { accepts } = openWebhookTransport({ local: false })
    expect(['http://www.example.com', 'https://localhost', 'https://127.0.0.1'].filter(accepts)).toEqual([])
  })
})
