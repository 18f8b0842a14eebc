import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { recheckOwnSitesJob } from '#jobs/identity/recheck-own-sites.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { openTestApp } from '#tests/support/app.ts'
import { listProvedOrigins } from './own-site.sql.ts'
import { recheckOwnSites } from './recheck-own-sites.ts'

const app = await openTestApp()
const { read } = app.database
const [topRow] = await read<{ organization_id: number }>`
  select organization_id from identity.organization where default_ind`
const { organization_id } = topRow!

let text: string | null = null
let requests = 0
let before: () => Promise<unknown> = async () => {}
const server = createServer(async (_, response) => {
  requests += 1
  await before()
  response.writeHead(text === null ? 404 : 200).end(text)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeEach(async () => {
  app.clock.offset_ms = 0
  text = 'the-proof'
  requests = 0
  before = async () => {}
  await read`delete from identity.own_site`
  await read`delete from identity.notification`
  await read`
    insert into identity.own_site (organization_id, origin, proof, proved_at, proved_by)
    values (${organization_id}, ${origin}, 'the-proof', ${app.clock.now()}, 'file')`
})

const check = () => recheckOwnSites(openJobCtx(app.services, recheckOwnSitesJob))
const afterDays = async (days: number) => {
  app.clock.offset_ms = days * 86_400_000
  await check()
}
const siteRow = async () => {
  const [row] = await read<{ proved_by: string | null; failing: boolean }>`
    select proved_by, failing_since is not null as failing from identity.own_site`
  return row
}
const origins = async () => listProvedOrigins(await app.ctx())
const notices = async () => {
  const rows = await read<{ text_en: string }>`select text_en from identity.notification order by notification_id`
  return rows.map(({ text_en }) => text_en.slice(0, 20))
}

describe('the daily check of proofs', () => {
  it('leaves a site with its proof alone, and asks it once a day', async () => {
    await check()
    expect(requests).toBe(0)
    await afterDays(1)
    await check()
    expect(requests).toBe(1)
    expect(await siteRow()).toEqual({ proved_by: 'file', failing: false })
    expect(await notices()).toEqual([])
  })

  it('ends the access of a site whose proof was missing for seven days, and tells staff twice', async () => {
    text = 'something else'
    await afterDays(1)
    expect(await siteRow()).toEqual({ proved_by: 'file', failing: true })
    expect(await origins()).toEqual([origin])
    const first = await notices()
    expect(new Set(first)).toEqual(new Set(['We no longer find th']))
    for (const day of [2, 4, 7]) await afterDays(day)
    expect(await origins()).toEqual([origin])
    expect(await notices()).toEqual(first)
    await afterDays(8)
    expect(await siteRow()).toEqual({ proved_by: null, failing: false })
    expect(await origins()).toEqual([])
    expect(await notices()).toHaveLength(2 * first.length)
    const events = await read`select before from platform.audit_event where action = 'organization.loseSite'`
    expect(events).toEqual([{ before: { origin, proved_by: 'file' } }])
    await afterDays(9)
    expect(await notices()).toHaveLength(2 * first.length)
  })

  it('forgives a proof that comes back, and counts from zero', async () => {
    text = null
    await afterDays(6)
    text = 'the-proof'
    await afterDays(7)
    expect(await siteRow()).toEqual({ proved_by: 'file', failing: false })
    text = null
    await afterDays(8)
    await afterDays(13)
    expect(await origins()).toEqual([origin])
  })

  it('takes nothing from a site that was verified again while its proof was read', async () => {
    text = null
    await afterDays(1)
    const nextCheck = new Date(app.clock.now().getTime() + 1_000)
    before = () =>
      read`update identity.own_site set proved_at = ${nextCheck}, checked_at = ${nextCheck}, failing_since = null`
    await afterDays(9)
    expect(await siteRow()).toEqual({ proved_by: 'file', failing: false })
  })

  it('asks each site once, even in two concurrent sweeps', async () => {
    app.clock.offset_ms = 2 * 86_400_000
    await Promise.all([check(), check()])
    expect(requests).toBe(1)
  })
})
