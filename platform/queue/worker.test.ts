import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import { courseCompleted, listJobs, openQueueFixture, until } from '#tests/fixtures/platform/queue.ts'
import { clockKey } from './install.ts'
import { type AnyJob, type Attempt, job } from './job.ts'
import { listDeadJobs, listJobStates } from './jobs-state.sql.ts'
import { startWorker } from './worker.ts'

// These tests start real workers and processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ran: string[] = []
let work: (attempt: Attempt) => Promise<void> = async () => {}

const report = job({
  name: 'trial.report-completion',
  on: courseCompleted,
  retries: 3,
  run: async (_ctx, { enrollment_id }, attempt) => {
    await work(attempt)
    ran.push(`reported ${enrollment_id}`)
  },
})
const sweep = job({
  name: 'trial.sweep-reports',
  // Runs once a year, so within a test only the start can run it.
  every: '0 0 1 1 *',
  run: async () => {
    ran.push('swept')
  },
})

const fixture = await openQueueFixture([report, sweep])

beforeEach(async () => {
  await fixture.database.read`delete from queue.job`
  fixture.lines.length = 0
  ran.length = 0
  work = async () => {}
})

const start = (jobs: readonly AnyJob[] = [report], stopSeconds = 25) => {
  const { queue, makeCtx, log } = fixture
  return startWorker({ queue, jobs, makeCtx, log, stopSeconds, pollSeconds: 0.5, watchSeconds: 1 })
}
const complete = (enrollment_id: number) => fixture.makeCtx().tx((ctx) => ctx.emit(courseCompleted, { enrollment_id }))
const jobState = async () => (await listJobs(fixture)).find(({ name }) => name === report.name)?.state
const runChild = (mode: string) =>
  spawn(process.execPath, [fileURLToPath(new URL('doomed-worker.ts', import.meta.url)), fixture.url, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
/** Skips the half minute without a heartbeat, and the pause before the next attempt. */
const letTimePass = async () => {
  await fixture.database.read`
    update queue.job set heartbeat_on = heartbeat_on - interval '31 s', start_after = start_after - interval '1 hour'`
}

test('a sweeper runs when a worker starts, however long none was running', async () => {
  const worker = await start([report, sweep])
  await until(() => ran.includes('swept'))
  await worker.stop()
  expect(ran).toEqual(['swept'])
})

test('a sweep that already waits is not queued again by a start', async () => {
  const { queue, database } = fixture
  const startAfter = new Date(Date.now() + 3_600_000)
  await database.tx((sql) => queue.enqueue(sql, sweep, {}, { singletonKey: clockKey, startAfter }))
  const worker = await start([sweep])
  await worker.stop()
  expect((await listJobs(fixture)).map(({ name }) => name)).toEqual([sweep.name])
})

test('another worker takes the job of a killed one', async () => {
  const child = runChild('hang')
  await complete(1)
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await jobState()).toBe('active')
  const worker = await start()
  await letTimePass()
  await until(async () => (await jobState()) === 'retry')
  await letTimePass()
  await until(async () => (await jobState()) === 'completed')
  await worker.stop()
  expect(ran).toEqual(['reported 1'])
})

test('a stopped worker has no timers or connections, so that its process ends', async () => {
  const child = runChild('leave')
  expect(await once(child, 'exit')).toEqual([0, null])
  const open = await fixture.database.read`
    select from pg_stat_activity where application_name like 'waypost queue%' and datname = current_database()`
  expect(open).toHaveLength(0)
})

test('a worker continues after the database dropped its connections', async () => {
  const worker = await start()
  await complete(1)
  await until(() => ran.includes('reported 1'))
  const droppedRows = await fixture.database.read`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'waypost queue worker' and datname = current_database()`
  expect(droppedRows.length).toBeGreaterThan(0)
  await complete(2)
  await until(() => ran.includes('reported 2'))
  await worker.stop()
})

test('draining waits for the running job and takes no other', async () => {
  let finish = () => {}
  work = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  const worker = await start()
  await complete(1)
  await until(async () => (await jobState()) === 'active')
  const drained = worker.drain()
  await complete(2)
  finish()
  await drained
  expect(ran).toEqual(['reported 1'])
  await worker.stop()
  expect((await listJobs(fixture)).map(({ state }) => state).toSorted()).toEqual(['completed', 'created'])
})

test('a job that outlasts the stop is aborted and returned immediately', async () => {
  let signal: AbortSignal | undefined
  work = (attempt) => {
    signal = attempt.signal
    return new Promise(() => {})
  }
  const worker = await start([report], 1)
  await complete(1)
  await until(() => signal)
  await worker.stop()
  expect(signal?.aborted).toBe(true)
  expect(await jobState()).toBe('retry')
})

test('a dead letter of a sandbox is a warning, and not counted as a dead job', async () => {
  work = async () => {
    throw new Error('refused in the sandbox')
  }
  await complete(1)
  await fixture.database.read`
    update queue.job set retry_limit = 0, data = data || '{"test_organization_id": -1}'`
  const worker = await start()
  const entry = await until(() => fixture.lines.find(({ event }) => event === 'sandbox.job_dead'))
  await worker.stop()
  expect(entry).toMatchObject({ level: 'warn', job: report.name, test_organization_id: -1 })
  expect(fixture.lines.filter(({ event }) => event === 'job.dead')).toEqual([])
  expect(await listDeadJobs(fixture.database.read)).toEqual([])
  const states = await listJobStates(fixture.database.read)
  expect(states.filter(({ dead }) => dead > 0)).toEqual([])
})

test('a dead letter is logged as an error with its reason, even if it arrived while no worker ran', async () => {
  work = async () => {
    throw new Error('the agency refuses this licence number')
  }
  await complete(1)
  await fixture.database.read`update queue.job set retry_limit = 0`
  const worker = await start()
  const entry = await until(() => fixture.lines.find(({ event }) => event === 'job.dead'))
  await worker.stop()
  expect(entry).toMatchObject({
    level: 'error',
    job: report.name,
    tries: 1,
    message: 'the agency refuses this licence number',
  })
  fixture.lines.length = 0
  const next = await start()
  await until(() => fixture.lines.some(({ event }) => event === 'job.dead'))
  await next.stop()
  expect(fixture.lines.filter(({ event }) => event === 'job.dead')).toHaveLength(1)
})

const minutely = { ...sweep, every: '* * * * *' }
/** Creates the marks that pg-boss leaves when the database's clock was ahead for a moment. */
const stepForward = (interval: string) =>
  fixture.database.read.text(`
    with version as (update queue.version set cron_on = now() + '${interval}', bam_on = now() + '${interval}')
    update queue.queue set monitor_on = now() + '${interval}', monitor_claim_on = now() + '${interval}',
                           maintain_on = now() + '${interval}'`)

test.each(['10 minutes', '1 day'])(
  'a jump of the database clock by %s stops nothing and is logged',
  async (interval) => {
    await fixture.database.read`
    insert into queue.schedule (name, cron, timezone, data, options)
    values (${sweep.name}, '* * * * *', 'UTC', '{}', ${fixture.database.read.json({ singletonKey: clockKey })})
    on conflict (name, key) do update set cron = excluded.cron`
    await stepForward(interval)
    const worker = await start([report, minutely])
    try {
      const entry = await until(() => fixture.lines.find(({ event }) => event === 'queue.clock_stepped'))
      expect(entry).toMatchObject({ level: 'error' })
      expect(entry.marks).toBeGreaterThan(1)
      const marks = await until(async () => {
        const [row] = await fixture.database.read<{ cron: boolean; queues: boolean }>`
        select (select bool_and(cron_on <= now()) from queue.version) as cron,
               (select bool_and(monitor_claim_on <= now() and coalesce(maintain_on, now()) <= now())
                from queue.queue) as queues`
        return row!.cron && row!.queues && row
      })
      expect(marks).toEqual({ cron: true, queues: true })
    } finally {
      await worker.stop()
    }
  },
)

test('jobs created, retried or running while the clock was ahead are due as usual', async () => {
  await fixture.database.read`
    insert into queue.job (name, data, state, created_on, start_after, started_on, heartbeat_on, retry_count, singleton_key, retry_delay_max)
    values
      (${report.name}, '{"enrollment_id": 1}', 'created', now() + interval '1 day', now() + interval '1 day', null, null, 0, 'a', 900),
      (${report.name}, '{"enrollment_id": 2}', 'retry', now() - interval '1 hour', now() + interval '1 day', now() - interval '1 hour', null, 1, 'b', 900),
      (${report.name}, '{"enrollment_id": 3}', 'retry', now() - interval '1 hour', now() + interval '10 minutes', now() - interval '1 hour', null, 1, 'c', 900),
      (${report.name}, '{"enrollment_id": 4}', 'created', now(), now() + interval '1 day', null, null, 0, 'd', 900)`
  const worker = await start([report])
  await until(() => ran.length === 2)
  await worker.stop()
  expect(ran.toSorted()).toEqual(['reported 1', 'reported 2'])
  const rows = await fixture.database.read<{ id: number; hours: number }>`
    select (data->>'enrollment_id')::int as id, round(extract(epoch from start_after - now()) / 3600)::int as hours
    from queue.job where state in ('created', 'retry') order by 1`
  expect(rows).toEqual([
    { id: 3, hours: 0 },
    { id: 4, hours: 24 },
  ])
})

test('the last run of a scheduled job is stored, with the reason of a failure', async () => {
  const runs = () => fixture.database.read<{ name: string; failure: string | null; ended: boolean }>`
    select name, failure, ended_at >= started_at as ended from platform.scheduled_run where name = ${sweep.name}`
  const worker = await start([{ ...sweep, run: async () => Promise.reject(new Error('the agency was away')) }])
  await until(async () => (await runs()).some(({ failure }) => failure !== null))
  await worker.stop()
  expect(await runs()).toEqual([{ name: sweep.name, failure: 'the agency was away', ended: true }])
  await fixture.database.read`delete from queue.job`
  const next = await start([report, sweep])
  await until(async () => (await runs())[0]!.failure === null)
  await next.stop()
})
