import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { archiveMonth, listArchives, listMonths, removeArchived } from '#platform/audit/archive.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { emptyCopy } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { openAuditLog, secret } from '#tests/fixtures/platform/audit-log.ts'
import { appRole, defaultOptions, openDatabase } from './database.ts'
import { setIdRange } from './id-range.ts'
import { migrate } from './migrate.ts'
import { dropEmptyMonths, listTableMonths, makeMonths } from './months.sql.ts'

const { db, url, ctxOf, write, verify } = await openAuditLog()
const app = openDatabase({ ...defaultOptions, url, role: appRole })
const migrations = join(import.meta.dirname, '../../migrations')
const folders: string[] = []
afterAll(async () => {
  await app.close(2_000)
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})
beforeEach(async () => {
  await db.read`update platform.clock set "offset" = '0'`
})

const audit = 'platform.audit_event'
const tables = [audit, 'learning.student_course_status_change']
const emptyFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-months-'))
  folders.push(folder)
  return folder
}
/** The names of a table's partitions, without the table's name. */
const partitions = async (table = audit) =>
  (await listTableMonths(db.read)).find((row) => row.table === table)!.months.map(({ month }) => month)
const moveClock = (months: number) => db.read`
  update platform.clock set "offset" = (select max(ends_at) from platform.list_months('platform.audit_event'))
    + ${months} * interval '1 month' + interval '5 days' - clock_timestamp()`
/** Inserts an event of a time; returns the end of the name of its partition. */
async function place(at: string, organization_id = 7): Promise<string> {
  const [row] = await db.read<{ name: string }>`
    insert into platform.audit_event (organization_id, at, action, actor_kind)
    values (${organization_id}, ${at}::timestamptz, 'test.operation', 'system') returning tableoid::regclass::text as name`
  return row!.name.replace('platform.audit_event_', '')
}

test('each table has the present month and the next three', async () => {
  const rows = await listTableMonths(db.read)
  expect(rows.map(({ table }) => table)).toEqual(tables.toSorted())
  for (const { months_ahead, months } of rows) {
    expect(months_ahead).toBe(3)
    expect(months.map(({ month }) => month)).toEqual(expect.arrayContaining(['before', 'rest']))
    expect(months.every(({ bytes }) => bytes > 0)).toBe(true)
  }
})

test('a month begins and ends in UTC, whatever the time zone of the writer', async () => {
  const month = (await partitions()).find((name) => /^\d/.test(name))!
  const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
  const next = end.toISOString().slice(0, 7)
  const partitionName = (name: string) => name.replace('-', '_')
  expect(await place(`${month}-01T00:00:00Z`)).toBe(partitionName(month))
  expect(await place(new Date(end.getTime() - 1).toISOString())).toBe(partitionName(month))
  expect(await place(end.toISOString())).toBe(partitionName(next))
  // 19:00 of the day before in New York, and one second earlier.
  const lastDay = new Date(end.getTime() - 1).toISOString().slice(0, 10)
  expect(await place(`${lastDay} 19:00:00-05`)).toBe(partitionName(next))
  expect(await place(`${lastDay} 18:59:59-05`)).toBe(partitionName(month))
})

test('a row of any other time is stored, too', async () => {
  expect(await place('1999-01-01T00:00:00Z')).toBe('before')
  expect(await place('2999-01-01T00:00:00Z')).toBe('rest')
})

test('repeated and concurrent calls make each month once', async () => {
  const formerNames = await partitions()
  await makeMonths({ sql: app.read })
  expect(await partitions()).toEqual(formerNames)
  await moveClock(-2)
  await Promise.all([1, 2, 3].map(() => makeMonths({ sql: app.read })))
  expect(await partitions()).toHaveLength(formerNames.length + 2)
  expect(await partitions(tables[1])).toHaveLength(formerNames.length + 2)
})

test('a table has statistics of all its months', async () => {
  const read = async () => {
    const [row] = await db.read<{ estimate: number; rows: number }>`
      select reltuples::int as estimate, (select count(*)::int from platform.audit_event) as rows
      from pg_class where oid = 'platform.audit_event'::regclass`
    return row!
  }
  await write(17, 1)
  const former = await read()
  expect(former.estimate).not.toBe(former.rows)
  await makeMonths({ sql: app.read })
  expect(await read()).toEqual({ estimate: former.rows, rows: former.rows })
})

test('rows written while months were missing move into them, sealed as they are', async () => {
  await moveClock(1)
  const events = await write(11, 3)
  await sealEvents(ctxOf(0))
  const home = async () => {
    const rows = await db.read<{ name: string }>`
      select distinct tableoid::regclass::text as name from platform.audit_event where audit_event_id = any(${db.read.array(events)}::bigint[])`
    return rows.map(({ name }) => name)
  }
  expect(await home()).toEqual(['platform.audit_event_rest'])
  expect((await listTableMonths(db.read)).map(({ months_ahead }) => months_ahead)).toEqual([-2, -2])
  await makeMonths({ sql: app.read })
  expect(await home()).toEqual([expect.stringMatching(/audit_event_\d{4}_\d{2}$/)])
  expect((await listTableMonths(db.read)).map(({ months_ahead }) => months_ahead)).toEqual([3, 3])
  expect((await verify()).find(({ organization_id }) => organization_id === 11)).toMatchObject({
    sealed: 3,
    broken: null,
  })
  const [row] = await db.read<{
    n: number
  }>`select count(*)::int as n from platform.audit_unsealed where organization_id = 11`
  expect(row!.n).toBe(0)
  // The guard of the partition that the rows left is back.
  await expect(db.read`delete from platform.audit_event_rest`).rejects.toThrow('append-only')
})

test('rows of a partition are append-only, also for the owner and by its own name', async () => {
  const months = await partitions()
  for (const month of months) {
    const name = `platform.audit_event_${month.replace('-', '_')}`
    await expect(db.read.text(`truncate ${name}`)).rejects.toThrow('append-only')
    const [row] = await db.read.text<{ some: boolean }>(`select exists (select from ${name}) as some`)
    if (!row!.some) continue
    await expect(db.read.text(`update ${name} set action = 'x'`)).rejects.toThrow('append-only')
    await expect(db.read.text(`delete from ${name}`)).rejects.toThrow('append-only')
  }
})

test('the application reaches a partition only through its table, and other tenants through neither', async () => {
  await write(21, 1)
  for (const table of tables) {
    for (const month of await partitions(table)) {
      const name = `${table}_${month.replace('-', '_')}`
      for (const statement of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
        await expect(app.read.within([21]).text(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  }
  const count = async (from: string, scope: readonly number[]) =>
    (await app.read.within(scope).text<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n
  expect(await count(audit, [21])).toBe(1)
  expect(await count(audit, [22])).toBe(0)
  // Even with a right to it, the policy of a partition holds.
  await db.read.text(`grant select on platform.audit_event_before to ${appRole}`)
  expect(await count('platform.audit_event_before', [21])).toBe(1)
  expect(await count('platform.audit_event_before', [22])).toBe(0)
  await db.read.text(`revoke select on platform.audit_event_before from ${appRole}`)
})

test('the application may make months, drops none, and keeps its scope', async () => {
  await moveClock(-2)
  const seen = await app.tx(
    async (sql) => {
      const [row] = await sql<{ scope: string }>`select current_setting('waypost.scope') as scope`
      await makeMonths({ sql })
      const [next] = await sql<{ scope: string; n: number }>`
      select current_setting('waypost.scope') as scope, (select count(*)::int from platform.audit_event) as n`
      return [row!.scope, next!.scope, next!.n]
    },
    { scope: [22] },
  )
  expect(seen).toEqual(['{[22,23)}', '{[22,23)}', 0])
  await expect(app.read`select platform.drop_empty_months()`).rejects.toMatchObject({ code: '42501' })
  await expect(app.read`drop table platform.audit_event_rest`).rejects.toMatchObject({ code: '42501' })
})

test('a period reads only its months; a page of a history reads one index of each', async () => {
  const month = (await partitions()).find((name) => /^\d/.test(name))!
  const plan = (condition: string) =>
    db.tx(async (sql) => {
      await sql`set local enable_seqscan = off`
      await sql`set local enable_bitmapscan = off`
      const lines = await sql.text<{ 'QUERY PLAN': string }>(
        `explain select at from platform.audit_event where ${condition}`,
      )
      return lines.map((row) => row['QUERY PLAN']).join('\n')
    })
  const period = await plan(`organization_id = 7 and at >= '${month}-01Z' and at < '${month}-20Z'`)
  expect(new Set(period.match(/audit_event_(?:\d{4}_\d{2}|before|rest)(?= |$)/gm))).toEqual(
    new Set([`audit_event_${month.replace('-', '_')}`]),
  )
  const page = await plan('organization_id = 7 and subject_user_id = 5 order by at desc, audit_event_id desc limit 50')
  expect(page.match(/Index (?:Only )?Scan/g)).toHaveLength((await partitions()).length)
  expect(page).not.toMatch(/Sort$|Seq Scan/m)
})

test('a month whose events are all in files is dropped; the chain holds', async () => {
  await makeMonths({ sql: app.read })
  await moveClock(-1)
  await write(31, 2)
  await sealEvents(ctxOf(0))
  const [home] = await db.read<{ month: string; name: string }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, tableoid::regclass::text as name
    from platform.audit_event where organization_id = 31 limit 1`
  expect(await partitions()).toContain(home!.month)
  await moveClock(1)
  await makeMonths({ sql: app.read })
  await write(31, 1)
  await sealEvents(ctxOf(0))
  expect(await dropEmptyMonths(db.read)).toBeGreaterThanOrEqual(0)
  expect(await partitions()).toContain(home!.month)
  const folder = await emptyFolder()
  const keys = auditKeys([secret])
  for (const month of await listMonths(db.read, '2999-01-01'))
    if (month.chain === 31) await archiveMonth(ctxOf(0), month, folder, keys)
  await sealEvents(ctxOf(0))
  for (const archive of await listArchives(db.read))
    if (archive.chain === 31) await removeArchived(ctxOf(0), archive, folder, keys)
  await sealEvents(ctxOf(0))
  expect(await dropEmptyMonths(db.read)).toBe(1)
  expect(await partitions()).not.toContain(home!.month)
  expect(await dropEmptyMonths(db.read)).toBe(0)
  expect((await verify()).find(({ organization_id }) => organization_id === 31)).toMatchObject({
    archived: 2,
    broken: null,
  })
  // Not made again; a late row of that month is stored beside.
  await makeMonths({ sql: app.read })
  expect(await place(`${home!.month}-15T00:00:00Z`)).toBe('rest')
})

test('filled tables become partitioned while the former release writes', async () => {
  const copy = await emptyCopy('nothing')
  try {
    const former = await emptyFolder()
    for (const name of (await readdir(migrations)).filter((file) => /^0\d{3}_.*\.sql$/.test(file) && file < '0775'))
      await cp(join(migrations, name), join(former, name))
    await migrate(copy.url, former)
    await setIdRange(copy.url, 2)
    await asAdmin(copy.url, async (sql) => {
      await sql`
        insert into platform.audit_event (organization_id, at, action, actor_kind)
        select 5, now() - n * interval '1 minute', 'test.operation', 'system' from generate_series(1, 100000) n`
      let isDone = false
      const migrating = migrate(copy.url, migrations).finally(() => {
        isDone = true
      })
      let writtenCount = 0
      // The statement is prepared before the table is exchanged, as the connections of the serving release have it.
      while (!isDone) {
        await sql`insert into platform.audit_event (organization_id, action, actor_kind) values (5, 'test.while', 'system')`
        writtenCount += 1
      }
      expect((await migrating).length).toBeGreaterThanOrEqual(5)
      const [state] = await sql<{ n: number; ids: number; first: string; newest: string; waiting: number }[]>`
        select count(*) filter (where action = 'test.while')::int as n, count(distinct audit_event_id)::int as ids,
               min(audit_event_id)::text as first, max(audit_event_id)::text as newest,
               (select count(*)::int from platform.audit_unsealed) as waiting
        from platform.audit_event`
      expect(writtenCount).toBeGreaterThan(0)
      const all = 100_000 + writtenCount
      // Numbers of the cell, each once, and each event queued for its seal once.
      expect(state).toEqual({
        n: writtenCount,
        ids: all,
        first: '2000000000001',
        newest: String(2e12 + all),
        waiting: all,
      })
      const [sequence] = await sql`
        select max_value::text as max from pg_sequences
        where schemaname = 'platform' and sequencename = 'audit_event_audit_event_id_seq'`
      expect(sequence).toEqual({ max: '3000000000000' })
    })
  } finally {
    await copy.drop()
  }
}, 300_000)
