import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from '#platform/log.ts'
import { holdOutbound } from '#platform/outbound.ts'
import { job } from '#platform/queue/job.ts'
import { isPrepared } from '#platform/queue/prepared.ts'
import { startWorker } from '#platform/queue/worker.ts'
import { openQueueFixture } from '#tests/fixtures/platform/queue.ts'
import { openHeldWorker } from './worker.ts'

vi.setConfig({ testTimeout: 60_000 })

const knownJob = job({ name: 'trial.known', every: '0 0 1 1 *', run: async () => {} })
const added = job({ name: 'trial.added', every: '0 0 1 1 *', run: async () => {} })
const { database, queue, makeCtx, log } = await openQueueFixture([knownJob])
const [row] = await database.read<{ number: number }>`select max(number)::int as number from platform.migration`
const prepared = (numbers: readonly number[], jobs: readonly { name: string }[]) =>
  isPrepared(database.read, numbers, jobs)

afterEach(() => holdOutbound(null))

test('a database is prepared when it has every migration and every queue of the release', async () => {
  const { number } = row!
  expect(await prepared([number], [knownJob])).toBe(true)
  expect(await prepared([number, number + 1], [knownJob])).toBe(false)
  expect(await prepared([number], [knownJob, added])).toBe(false)
})

test('a worker of a newer release waits for the migrations, says so once, and begins without a restart', async () => {
  const lines: Record<string, unknown>[] = []
  let isReady = false
  let starts = 0
  const start = () => {
    starts += 1
    return startWorker({ queue, jobs: [knownJob], makeCtx, log })
  }
  const ownLog = openLog((line) => lines.push(line))
  const worker = openHeldWorker(start, ownLog, { isPrepared: async () => isReady, againAfterMs: 5 })
  try {
    await worker.follow()
    await worker.follow()
    expect(starts).toBe(0)
    isReady = true
    await vi.waitUntil(() => starts === 1, { timeout: 30_000 })
    expect(lines.map(({ level, event }) => [level, event])).toEqual([['warn', 'worker.awaits_migrations']])
  } finally {
    await worker.stop()
  }
  expect(starts).toBe(1)
})

test('a worker that is stopped while it waits never begins', async () => {
  let starts = 0
  const isStopped: boolean[] = []
  const start = async () => {
    starts += 1
    return startWorker({ queue, jobs: [knownJob], makeCtx, log })
  }
  const isReady = async () => isStopped.push(true) > 1
  const worker = openHeldWorker(
    start,
    openLog(() => {}),
    { isPrepared: isReady, againAfterMs: 5 },
  )
  await worker.follow()
  await worker.stop()
  await worker.follow()
  expect([starts, isStopped.length]).toEqual([0, 1])
})
