import { expect, test } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { addBacklog } from './backlog.fixture.ts'
import { findNextDue, hasDue, listDue, listDueEndpoints } from './delivery.sql.ts'

const app = await openTestApp()
const job = openJobCtx(app.services, deliverWebhooksJob)
const client = byBearer(app, (await addClient(app)).key)
const addEndpoint = async (): Promise<number> =>
  ok(await client.post('/webhook/create', { url: 'http://127.0.0.1:9/in' })).webhook_endpoint_id
const [full, other] = [await addEndpoint(), await addEndpoint()]
await addBacklog(app.database.read, full, 20_000)

/** The rows of deliveries that this transaction has read. */
async function readCount({ sql }: Ctx): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where relid = 'identity.webhook_delivery'::regclass`
  return row!.n
}

test.each([
  ['whether an endpoint has due deliveries', (ctx: Ctx) => hasDue(ctx, full), true],
  ['the next endpoint of an organization', (ctx: Ctx) => findNextDue(ctx, other), full],
  ['every endpoint with due deliveries', listDueEndpoints, [full]],
  ['the next batch', async (ctx: Ctx) => (await listDue(ctx, full, 100)).length, 100],
])('finding %s reads few deliveries of a backlog', async (_what, find, result) => {
  const rows = await job.tx(async (inner) => {
    const before = await readCount(inner)
    expect(await find(inner)).toEqual(result)
    return (await readCount(inner)) - before
  })
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(1_000)
})
