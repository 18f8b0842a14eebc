import { expect, test } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { openReceiver } from '#tests/support/receiver.ts'
import { addBacklog, bySubject } from './backlog.fixture.ts'
import { deliverWebhooks } from './deliver.ts'
import { hasDue } from './delivery.sql.ts'

/** More deliveries than several batches; `BACKLOG=100000` measures a long outage of a receiver (bench/webhooks.md). */
const count = Number(process.env.BACKLOG ?? 250)
const app = await openTestApp({ jobs: true })
const { read } = app.database
const receiver = await openReceiver()
const job = openJobCtx(app.services, deliverWebhooksJob)

test('a backlog drains completely, each event once and in the order of its subject', async () => {
  const { key } = await addClient(app)
  const { webhook_endpoint_id } = ok(await byBearer(app, key).post('/webhook/create', { url: receiver.url }))
  await addBacklog(read, webhook_endpoint_id, count)
  const startedAt = performance.now()
  while (await hasDue(job, webhook_endpoint_id)) await deliverWebhooks(job, webhook_endpoint_id)
  const seconds = (performance.now() - startedAt) / 1_000
  if (process.env.BACKLOG) console.log(`${count} deliveries in ${seconds.toFixed(1)} s`)
  const numbers = receiver.received.map(({ event }) => event.data.user_id as number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  for (const ofSubject of bySubject(numbers, count)) expect(ofSubject).toEqual(ofSubject.toSorted((a, b) => a - b))
}, 3_600_000)
