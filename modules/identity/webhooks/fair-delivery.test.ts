import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { sealPort } from '#platform/ports.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient, addWebhook } from '#tests/support/client.ts'
import { deliverWebhooks, sealBinding } from './deliver.ts'
import { claimEndpoint, releaseEndpoint } from './delivery.sql.ts'
import { webhookTransport } from './transport.ts'

const app = await openTestApp()
const { read } = app.database
const delivered = { status: 200, answer: '', fault: null, milliseconds: 1 }
const transport = { accepts: () => true, send: async () => delivered }
const ports = new Map(app.services.ports).set(webhookTransport.port, transport)
const job = openJobCtx({ ...app.services, ports }, deliverWebhooksJob)

/** An endpoint of the client with a due delivery. */
async function addEndpoint(client: Parameters<typeof addWebhook>[1]): Promise<number> {
  const { webhook_endpoint_id } = await addWebhook(app, client)
  const secret = job.use(sealPort).seal(Buffer.alloc(24, 1), sealBinding(webhook_endpoint_id))
  await read`update identity.webhook_endpoint set secret = ${secret} where webhook_endpoint_id = ${webhook_endpoint_id}`
  return webhook_endpoint_id
}

beforeEach(async () => {
  await read`delete from platform.event`
  await read`update identity.webhook_endpoint set claimed_until = null, claimed_by = null`
  app.facts.length = 0
})

it('deliveries to one organization go to two endpoints at a time, and then to the next one', async () => {
  const client = await addClient(app)
  const ids: number[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await addEndpoint(client))
  const other = await addEndpoint(await addClient(app, { code: 'GCT' }))
  const claims = await Promise.all(ids.map((id) => claimEndpoint(job, id, randomUUID())))
  expect(claims.filter((claim) => claim !== null)).toHaveLength(2)
  expect(await claimEndpoint(job, other, randomUUID())).not.toBe(null)
  await read`update identity.webhook_endpoint set claimed_until = null, claimed_by = null`
  const [first, second, third] = ids as [number, number, number]
  const claim = randomUUID()
  await claimEndpoint(job, second, claim)
  await deliverWebhooks(job, first)
  expect(app.facts).toEqual([{ fact: 'identity.webhooks_due', data: { webhook_endpoint_id: third } }])
  await releaseEndpoint(job, second, claim)
})

it('an endpoint that responds slowly three times in a row rests, but is not paused for it', async () => {
  const webhook_endpoint_id = await addEndpoint(await addClient(app))
  await read`update identity.webhook_endpoint set failures = 2 where webhook_endpoint_id = ${webhook_endpoint_id}`
  delivered.milliseconds = 3_001
  await deliverWebhooks(job, webhook_endpoint_id)
  const [row] = await read`
    select w.failures, w.held_until > platform.now() as is_held, w.failing_since, d.state
    from identity.webhook_endpoint w join identity.webhook_delivery d using (webhook_endpoint_id)
    where w.webhook_endpoint_id = ${webhook_endpoint_id}`
  expect(row).toEqual({ failures: 3, is_held: true, failing_since: null, state: 'delivered' })
})
