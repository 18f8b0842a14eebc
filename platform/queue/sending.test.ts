import { beforeEach, expect, test } from 'vitest'
import { courseCompleted, listJobs, openQueueFixture } from '#tests/fixtures/platform/queue.ts'
import { openBoss, passive } from './boss.ts'
import { job } from './job.ts'
import { runDue } from './run-due.ts'

const report = job({ name: 'trial.report-completion', on: courseCompleted, run: async () => {} })
const mail = job({ name: 'trial.mail-certificate', on: [courseCompleted], run: async () => {} })
const remind = job<{ enrollment_id: number }>({ name: 'trial.remind', run: async () => {} })
const jobs = [report, mail, remind]

const fixture = await openQueueFixture(jobs)

beforeEach(async () => {
  await fixture.database.read`delete from queue.job`
})

const names = async () => (await listJobs(fixture)).map(({ name }) => name)

test('a committed operation sends its fact exactly once to each subscribed job', async () => {
  await fixture.makeCtx().tx((ctx) => ctx.emit(courseCompleted, { enrollment_id: 7 }))
  const jobs = await listJobs(fixture)
  expect(jobs.map(({ name }) => name)).toEqual(['trial.mail-certificate', 'trial.report-completion'])
  expect(jobs.map(({ data }) => data)).toEqual([{ enrollment_id: 7 }, { enrollment_id: 7 }])
})

test('a rolled-back operation sends nothing', async () => {
  const operation = fixture.makeCtx().tx(async (ctx) => {
    await ctx.emit(courseCompleted, { enrollment_id: 7 })
    throw new Error('the card was refused')
  })
  await expect(operation).rejects.toThrow('the card was refused')
  expect(await names()).toEqual([])
})

test('a fact is invisible before the operation commits', async () => {
  await fixture.makeCtx().tx(async (ctx) => {
    await ctx.emit(courseCompleted, { enrollment_id: 7 })
    const dueReport = await runDue(fixture.queue, jobs, fixture.makeCtx)
    expect(dueReport.done).toEqual([])
  })
  const result = await runDue(fixture.queue, jobs, fixture.makeCtx)
  expect(result.done.toSorted()).toEqual(['trial.mail-certificate', 'trial.report-completion'])
})

test('the same fact twice is two jobs', async () => {
  await fixture.makeCtx().tx(async (ctx) => {
    await ctx.emit(courseCompleted, { enrollment_id: 7 })
    await ctx.emit(courseCompleted, { enrollment_id: 7 })
  })
  expect((await names()).filter((name) => name === report.name)).toHaveLength(2)
})

test('a fact without a job sends nothing', async () => {
  await fixture.database.tx((sql) => fixture.facts.send(sql, 'trial.nothing_answers', { a: 1 }))
  expect(await names()).toEqual([])
})

test('a job that is not installed refuses the fact and rolls the operation back', async () => {
  const stranger = job({ name: 'trial.stranger', on: courseCompleted, run: async () => {} })
  const facts = fixture.queue.factSender([report, stranger])
  const operation = fixture.database.tx((sql) => facts.send(sql, courseCompleted.fact, { enrollment_id: 7 }))
  await expect(operation).rejects.toThrow('not installed in the queue: trial.stranger')
  expect(await names()).toEqual([])
})

test('sending opens no additional connection', async () => {
  const count = async () => {
    const [row] = await fixture.database.read<{ all: number; own: number }>`
      select count(*)::int as all, count(*) filter (where application_name like 'waypost queue%')::int as own
      from pg_stat_activity where datname = current_database()`
    return row!
  }
  await fixture.database.tx((sql) => sql`select 1`)
  const before = await count()
  await fixture.database.tx(async (sql) => {
    for (let n = 0; n < 20; n++) await fixture.facts.send(sql, courseCompleted.fact, { enrollment_id: n })
    expect(await count()).toEqual(before)
  })
  expect(await count()).toEqual({ all: before.all, own: 0 })
})

test('a sent job equals the row that pg-boss itself would write', async () => {
  const startAfter = new Date('2031-05-06T07:08:09Z')
  const pgBoss = openBoss(fixture.queue, 'test', passive)
  await pgBoss.start()
  const data = { enrollment_id: 1, note: 'ñ "quoted" \\ $1' }
  await pgBoss.send(remind.name, data, { singletonKey: 'theirs', startAfter })
  await pgBoss.send(remind.name, data, { singletonKey: 'theirs-now' })
  await pgBoss.stop({ graceful: false })
  await fixture.database.tx(async (sql) => {
    await fixture.queue.enqueue(sql, remind, data, { singletonKey: 'ours', startAfter })
    await fixture.queue.enqueue(sql, remind, data, { singletonKey: 'ours-now' })
  })
  const rows = await fixture.database.read<{ singleton_key: string; row: object }>`
    select singleton_key, to_jsonb(j) - array['id', 'created_on', 'singleton_key', 'start_after', 'keep_until']
      || jsonb_build_object('kept', keep_until - start_after, 'waits', start_after - created_on > interval '1 hour') as row
    from queue.job j order by singleton_key`
  const [ours, oursNow, theirs, theirsNow] = rows.map(({ row }) => row)
  expect(ours).toEqual(theirs)
  expect(oursNow).toEqual(theirsNow)
  expect(ours).toMatchObject({ data, waits: true, policy: 'short', dead_letter: 'trial.remind.dead' })
})

test('a job with a key is sent once while it waits, and again after the first was taken', async () => {
  const send = (singletonKey: string) =>
    fixture.database.tx((sql) => fixture.queue.enqueue(sql, remind, { enrollment_id: 1 }, { singletonKey }))
  await send('enrollment 1')
  await send('enrollment 1')
  await send('enrollment 2')
  expect(await names()).toHaveLength(2)
  expect((await runDue(fixture.queue, jobs, fixture.makeCtx)).done).toHaveLength(2)
  await send('enrollment 1')
  expect((await runDue(fixture.queue, jobs, fixture.makeCtx)).done).toHaveLength(1)
})

test('a delayed job waits for its time', async () => {
  const startAfter = new Date(Date.now() + 3_600_000)
  await fixture.database.tx((sql) => fixture.queue.enqueue(sql, remind, { enrollment_id: 1 }, { startAfter }))
  expect((await runDue(fixture.queue, jobs, fixture.makeCtx)).done).toEqual([])
  expect((await runDue(fixture.queue, jobs, fixture.makeCtx, { ahead: true })).done).toEqual(['trial.remind'])
})
