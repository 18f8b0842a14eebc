import { beforeEach, expect, test, vi } from 'vitest'
import { defineFact } from '#platform/facts.ts'
import { courseCompleted, listJobs, openQueueFixture, until } from '#tests/fixtures/platform/queue.ts'
import { type Attempt, job } from './job.ts'
import { openLimiter } from './limiter.ts'
import { maxConcurrent, startWorker } from './worker.ts'

vi.setConfig({ testTimeout: 60_000 })

const receiptRequested = defineFact<{ enrollment_id: number }>('trial.receipt_asked', { internal: 'a trial' })
const ran: number[] = []
let work: (enrollment_id: number, attempt: Attempt) => Promise<void> = async () => {}
let [runningCount, max] = [0, 0]
const run = async (_ctx: unknown, { enrollment_id }: { enrollment_id: number }, attempt: Attempt) => {
  runningCount += 1
  max = Math.max(max, runningCount)
  try {
    await work(enrollment_id, attempt)
    ran.push(enrollment_id)
  } finally {
    runningCount -= 1
  }
}
const report = job({ name: 'trial.report-completion', on: courseCompleted, retries: 3, expireSeconds: 5, run })
const receipt = job({ name: 'trial.send-receipt', on: receiptRequested, userWaits: true, concurrency: 10, run })
const others = ['one', 'two', 'three'].map((name) =>
  job({ name: `trial.${name}`, on: courseCompleted, concurrency: 10, run }),
)
const fixture = await openQueueFixture([report, receipt, ...others])
const facts = fixture.queue.factSender([report, receipt])

beforeEach(async () => {
  await fixture.database.read`delete from queue.job`
  ran.length = 0
  // One of these tests leaves an attempt that never ends.
  runningCount = 0
  max = 0
  work = async () => {}
})

// Polling is a minute away: anything that runs sooner was notified, or followed a full batch.
const start = (jobs: readonly (typeof report)[]) => {
  const { queue, makeCtx, log } = fixture
  return startWorker({ queue, jobs, makeCtx, log, stopSeconds: 5, pollSeconds: 60, watchSeconds: 1 })
}
const send = (fact: string, count: number, from = 1) =>
  fixture.database.tx(async (sql) => {
    for (let n = 0; n < count; n++) await facts.send(sql, fact, { enrollment_id: from + n })
  })
const states = async () =>
  (await listJobs(fixture))
    .filter(({ name }) => name === report.name)
    .map(({ state, retry_count, data }) => [(data as { enrollment_id: number }).enrollment_id, state, retry_count])
    .toSorted()

test('processes a backlog without pauses between batches, each job once', async () => {
  await send(courseCompleted.fact, 43)
  const worker = await start([report])
  await until(() => ran.length >= 43)
  await worker.stop()
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 43 }, (_, n) => n + 1))
  expect(new Set((await states()).map(([, state]) => state))).toEqual(new Set(['completed']))
})

test('starts an urgent job when its transaction commits', async () => {
  const worker = await start([receipt])
  await send(receiptRequested.fact, 1)
  await until(() => ran.length === 1)
  await send(receiptRequested.fact, 1, 2)
  await until(() => ran.length === 2)
  await worker.stop()
  expect(ran).toEqual([1, 2])
})

test('does not wake a worker for a job that is not urgent', async () => {
  await send(courseCompleted.fact, 1)
  const worker = await start([report, receipt])
  await until(() => ran.length === 1)
  await send(courseCompleted.fact, 1, 2)
  await send(receiptRequested.fact, 1, 3)
  await until(() => ran.length === 2)
  await worker.stop()
  expect(ran).toEqual([1, 3])
})

test('a failing job fails alone, and a slow one does not delay recording the others', async () => {
  let finish = () => {}
  work = (id) => {
    if (id === 2) throw new Error('the agency does not answer')
    if (id !== 3) return Promise.resolve()
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  await send(courseCompleted.fact, 4)
  const worker = await start([report])
  const jobStates = await until(async () => {
    const now = await states()
    return now.filter(([, state]) => state === 'active').length === 1 && now
  })
  expect(jobStates).toEqual([
    [1, 'completed', 0],
    [2, 'retry', 0],
    [3, 'active', 0],
    [4, 'completed', 0],
  ])
  finish()
  await until(async () => (await states())[2]![1] === 'completed')
  await worker.stop()
})

test('a job that never ends is abandoned, and the finished ones of its batch stay completed', async () => {
  const tries: number[] = []
  work = (id, { number }) => {
    tries.push(id)
    return id === 1 && number === 1 ? new Promise(() => {}) : Promise.resolve()
  }
  await send(courseCompleted.fact, 3)
  const worker = await start([report])
  await until(async () => (await states())[0]![1] === 'retry')
  await worker.stop()
  expect(tries.toSorted()).toEqual([1, 2, 3])
  expect(await states()).toEqual([
    [1, 'retry', 0],
    [2, 'completed', 0],
    [3, 'completed', 0],
  ])
})

test('runs at most the declared number of one kind at the same time', async () => {
  work = () => new Promise((resolve) => setTimeout(resolve, 20))
  await send(courseCompleted.fact, 12)
  const worker = await start([report])
  await until(() => ran.length >= 12)
  await worker.stop()
  expect(max).toBe(4)
})

test("runs at most the process's limit of all kinds at the same time", async () => {
  work = () => new Promise((resolve) => setTimeout(resolve, 50))
  const kinds = fixture.queue.factSender(others)
  await fixture.database.tx(async (sql) => {
    for (let n = 0; n < 10; n++) await kinds.send(sql, courseCompleted.fact, { enrollment_id: n })
  })
  const worker = await start(others)
  await until(() => ran.length >= 30)
  await worker.stop()
  expect(max).toBe(maxConcurrent.facts)
})

test('a limiter passes the slot of failed work to the next one', async () => {
  const limit = openLimiter(1)
  const order: string[] = []
  const first = limit(async () => {
    order.push('first')
    throw new Error('over')
  })
  const second = limit(async () => void order.push('second'))
  await expect(first).rejects.toThrow('over')
  await second
  expect(order).toEqual(['first', 'second'])
})
