import { beforeEach, expect, test } from 'vitest'
import { courseCompleted, listJobs, openQueueFixture } from '#tests/fixtures/platform/queue.ts'
import { installQueue } from './install.ts'
import { type Attempt, job } from './job.ts'
import { runDue } from './run-due.ts'

const attempts: Attempt[] = []
let agencyIsDown = false

const issue = job({
  name: 'trial.issue-certificate',
  on: courseCompleted,
  run: async (ctx, { enrollment_id }) => {
    await ctx.sql`
      insert into trial.certificate (enrollment_id, issued_at) values (${enrollment_id}, now()) on conflict do nothing`
  },
})
const report = job({
  name: 'trial.report-completion',
  on: courseCompleted,
  retries: 2,
  run: async (_ctx, _fact, attempt) => {
    attempts.push(attempt)
    if (agencyIsDown) throw Object.assign(new Error('the agency does not answer'), { parameters: ['123-45-6789'] })
  },
})
const archives: string[] = []
const read = job({
  name: 'trial.read-archive',
  on: courseCompleted,
  run: async (_ctx, { enrollment_id }) => void archives.push(`read ${enrollment_id}`),
  afterCrash: async (_ctx, { enrollment_id }) => archives.push(`refused ${enrollment_id}`),
})
const jobs = [issue, report, read]

const fixture = await openQueueFixture(jobs)

beforeEach(async () => {
  await fixture.database.read`delete from queue.job`
  attempts.length = 0
  agencyIsDown = false
})

const complete = (enrollment_id: number) => fixture.makeCtx().tx((ctx) => ctx.emit(courseCompleted, { enrollment_id }))
const runAll = (ahead = false) => runDue(fixture.queue, jobs, fixture.makeCtx, { ahead })

test('a failed job is retried later, without delaying the others', async () => {
  agencyIsDown = true
  await complete(1)
  expect(await runAll()).toEqual({
    done: ['trial.issue-certificate', 'trial.read-archive'],
    failed: [{ job: 'trial.report-completion', reason: 'the agency does not answer' }],
  })
  agencyIsDown = false
  expect(await runAll()).toEqual({ done: [], failed: [] })
  expect(await runAll(true)).toEqual({ done: ['trial.report-completion'], failed: [] })
  expect(attempts.map(({ number, last }) => [number, last])).toEqual([
    [1, false],
    [2, false],
  ])
})

test('a job retried for days raises one alarm, after about an hour', async () => {
  agencyIsDown = true
  const patient = { ...report, retries: 20 }
  await installQueue(fixture.url, [issue, patient])
  await complete(4)
  fixture.lines.length = 0
  await runDue(fixture.queue, [patient], fixture.makeCtx, { ahead: true })
  await installQueue(fixture.url, jobs)
  const loud = fixture.lines.filter(({ level }) => level === 'error')
  expect(loud).toMatchObject([{ event: 'job.stuck', job: report.name, attempt: 11 }])
})

test('a permanently failed job becomes a dead letter with its reason and without personal data', async () => {
  agencyIsDown = true
  await complete(2)
  expect((await runAll(true)).failed).toHaveLength(3)
  expect(attempts.map(({ last }) => last)).toEqual([false, false, true])
  const dead = (await listJobs(fixture)).filter(({ name }) => name === 'trial.report-completion.dead')
  expect(dead).toHaveLength(1)
  expect(dead[0]).toMatchObject({
    state: 'created',
    data: { enrollment_id: 2 },
    source_output: { message: 'the agency does not answer' },
  })
  expect(JSON.stringify(dead)).not.toContain('123-45-6789')
  expect(JSON.stringify(fixture.lines)).not.toContain('123-45-6789')
})

test('a job that runs twice for one enrollment issues one certificate', async () => {
  await complete(3)
  await complete(3)
  expect((await runAll()).done.filter((name) => name === issue.name)).toHaveLength(2)
  const issuedRows = await fixture.database.read`select from trial.certificate where enrollment_id = 3`
  expect(issuedRows).toHaveLength(1)
})

test('a job whose worker died three times is set aside, to spare a fourth worker', async () => {
  await complete(4)
  await fixture.database.read`
    update queue.job set state = 'retry', retry_count = 2, retry_limit = 10, started_on = now(),
      output = '{"value": {"message": "job heartbeat timeout"}}'
    where name = ${report.name}`
  const { failed } = await runAll()
  expect(failed).toEqual([{ job: report.name, reason: 'its worker died again and again' }])
  expect(attempts).toEqual([])
})

test('T-52: a job that may kill its process fails at the first death, with its own reason', async () => {
  archives.length = 0
  await complete(7)
  await fixture.database.read`
    update queue.job set state = 'retry', started_on = now(), output = '{"value": {"message": "job heartbeat timeout"}}'
    where name = ${read.name}`
  const { failed } = await runAll()
  expect(failed).toEqual([{ job: read.name, reason: 'its process ended while it ran' }])
  expect(archives).toEqual(['refused 7'])
  // An ordinary failed attempt is retried.
  await fixture.database.read`delete from queue.job`
  await complete(8)
  await fixture.database.read`
    update queue.job set state = 'retry', started_on = now(), output = '{"message": "the agency does not answer"}'
    where name = ${read.name}`
  await runAll()
  expect(archives).toEqual(['refused 7', 'read 8'])
})

test("reinstalling updates a job's declaration and keeps waiting jobs", async () => {
  await complete(5)
  await installQueue(fixture.url, [issue, { ...report, retries: 7, expireSeconds: 60 }])
  await complete(6)
  const rows = await fixture.database.read<{ retry_limit: number; expire_seconds: number }>`
    select retry_limit, expire_seconds from queue.job where name = ${report.name} order by created_on`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { retry_limit: 2, expire_seconds: 120 },
    { retry_limit: 7, expire_seconds: 60 },
  ])
})

test('the scheduler has the current jobs, in UTC, and drops removed ones', async () => {
  const sweep = job({ name: 'trial.sweep-reports', every: '* * * * *', run: async () => {} })
  const remind = job({ name: 'trial.remind', every: '0 9 * * 1', run: async () => {} })
  await installQueue(fixture.url, [sweep, remind])
  await installQueue(fixture.url, [{ ...sweep, every: '*/5 * * * *' }])
  const entries = await fixture.database.read`select name, cron, timezone from queue.schedule`
  expect([...entries]).toEqual([{ name: 'trial.sweep-reports', cron: '*/5 * * * *', timezone: 'UTC' }])
})

test('a job subscribes to facts or a schedule, not both', () => {
  const both = () => job({ name: 'trial.both', on: courseCompleted, every: '* * * * *', run: async () => {} })
  expect(both).toThrow('must run either on facts or on a schedule')
})
