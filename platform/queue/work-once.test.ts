import { beforeEach, expect, test, vi } from 'vitest'
import { courseCompleted, listJobs, openQueueFixture } from '#tests/fixtures/platform/queue.ts'
import { job } from './job.ts'
import { workOnce } from './work-once.ts'
import { startWorker } from './worker.ts'

vi.setConfig({ testTimeout: 60_000 })

const ran: number[] = []
let failing = false
const report = job({
  name: 'trial.report-completion',
  on: courseCompleted,
  run: async (_ctx, { enrollment_id }) => {
    if (failing) throw new Error('the agency does not answer')
    ran.push(enrollment_id)
  },
})
const swept: string[] = []
const sweep = job({ name: 'trial.sweep-reports', every: '0 0 1 1 *', run: async () => void swept.push('swept') })
const fixture = await openQueueFixture([report, sweep])
const facts = fixture.queue.factSender([report])
const { queue, makeCtx, log, database } = fixture
const options = { queue, jobs: [report, sweep], makeCtx, log, pollSeconds: 0.5, stopSeconds: 5 }
const send = (...ids: number[]) =>
  database.tx(async (sql) => {
    for (const enrollment_id of ids) await facts.send(sql, courseCompleted.fact, { enrollment_id })
  })

beforeEach(async () => {
  await database.read`delete from queue.job`
  ran.length = 0
  swept.length = 0
  failing = false
})

test('runs the backlog and the scheduled jobs, each once, and ends', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => n + 1)
  await send(...ids)
  const { done, failed } = await workOnce(database.read, options)
  expect(failed).toEqual([])
  expect(done.filter((name) => name === report.name)).toHaveLength(30)
  expect(ran.toSorted((a, b) => a - b)).toEqual(ids)
  expect(swept).toEqual(['swept'])
})

test('each job runs once next to a running worker', async () => {
  const besideWorker = await startWorker({ ...options, jobs: [report] })
  const ids = Array.from({ length: 60 }, (_, n) => n + 1)
  await send(...ids)
  await workOnce(database.read, options)
  await besideWorker.stop()
  expect(ran.toSorted((a, b) => a - b)).toEqual(ids)
})

test('names failed attempts and leaves them for their next attempt', async () => {
  failing = true
  await send(7)
  const { failed } = await workOnce(database.read, options)
  expect(failed).toEqual([{ job: report.name, reason: 'the agency does not answer' }])
  const [job] = (await listJobs(fixture)).filter(({ name }) => name === report.name)
  expect(job).toMatchObject({ state: 'retry' })
})

test('leaves the jobs that it was not asked to run', async () => {
  await send(8)
  await workOnce(database.read, { ...options, jobs: [sweep] })
  expect([ran, swept]).toEqual([[], ['swept']])
})
