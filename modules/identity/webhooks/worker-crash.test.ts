import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { until } from '#tests/fixtures/platform/queue.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { openReceiver } from '#tests/support/receiver.ts'
import { addBacklog, bySubject } from './backlog.fixture.ts'
import { deliverWebhooks, sweepWebhooks } from './deliver.ts'
import { hasDue } from './delivery.sql.ts'

// A real process, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const count = 500
/** Deliveries that the receiver takes without a response when the worker is killed: one for each lane. */
const lanes = 4

const app = await openTestApp({ jobs: true })
const { read } = app.database
const receiver = await openReceiver()
const job = openJobCtx(app.services, deliverWebhooksJob)

/** The product's worker in its own process. */
function spawnWorker() {
  const path = join(import.meta.dirname, '../../../tests/support/paused-worker.ts')
  // Emails are JSX, which Node can't read without a loader.
  const start = `import { runnerImport } from 'vite'; await runnerImport(${JSON.stringify(path)}, { configFile: false })`
  const args = ['--input-type=module', '-e', start, app.url, app.agency.url, app.folder]
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const recordedCount = async () => {
  const [row] = await read<{ n: number }>`
    select count(*)::int as n from identity.webhook_delivery where state = 'delivered'`
  return row!.n
}

/** The numbers of the received events, without those that arrived before. */
const firstArrivals = () => [...new Set(receiver.received.map(({ event }) => event.data.user_id as number))]

test('a worker killed in the middle of a backlog loses no event, repeats only those on their way, and keeps the order of each subject', async () => {
  const { key } = await addClient(app)
  const { webhook_endpoint_id } = ok(await byBearer(app, key).post('/webhook/create', { url: receiver.url }))
  await addBacklog(read, webhook_endpoint_id, count)
  const stopAt = 200
  receiver.settings.answer = (_request, response) => {
    // The last ones have arrived, but the worker is killed before it records that.
    if (receiver.received.length <= stopAt) response.end('ok')
  }
  await sweepWebhooks(job)
  const child = spawnWorker()
  await until(() => receiver.received.length >= stopAt + lanes)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  expect(await exit).toEqual([null, 'SIGKILL'])
  // The last recorded response may have been on its way into the database.
  const recorded = await recordedCount()
  expect(recorded).toBeGreaterThanOrEqual(stopAt - lanes)
  expect(recorded).toBeLessThanOrEqual(stopAt)

  // Until the claim of the killed worker ends, no other worker may break its order.
  receiver.settings.answer = (_request, response) => void response.end('ok')
  const before = receiver.received.length
  await deliverWebhooks(job, webhook_endpoint_id)
  expect(receiver.received.length).toBe(before)
  await read`update identity.webhook_endpoint set claimed_until = claimed_until - interval '1 minute'`
  while (await hasDue(job, webhook_endpoint_id)) await deliverWebhooks(job, webhook_endpoint_id)

  expect(firstArrivals().toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(receiver.received.length - count).toBe(before - recorded)
  expect(await recordedCount()).toBe(count)
  for (const ofSubject of bySubject(firstArrivals(), count))
    expect(ofSubject).toEqual(ofSubject.toSorted((a, b) => a - b))
  // A repeated event comes before the later ones of its subject.
  const arrivals = receiver.received.map(({ event }) => event.data.user_id as number)
  for (const ofSubject of bySubject(arrivals, count)) expect(ofSubject).toEqual(ofSubject.toSorted((a, b) => a - b))
})
