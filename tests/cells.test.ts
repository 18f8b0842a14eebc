import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '#migrations/demo/load.ts'
import { loadShowcase } from '#migrations/demo/load-showcase.ts'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { type RunningServer, startPostgres, stopPostgres } from '#platform/db/embedded.ts'
import { setIdRange } from '#platform/db/id-range.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openFiles } from '#platform/files/files.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { moveGroup, removeGroup } from '#scripts/cells/move-group.ts'
import { listMovedTables } from '#scripts/cells/tables.ts'

/** Gulf Coast Truck Academy of the demo; it sells courses of organization 1, which both cells have. */
const academy = 2

// Its own servers, because the tests' server writes no WAL.
describe('a group moves to another cell', { timeout: 240_000 }, () => {
  let folder = ''
  let source: RunningServer
  let target: RunningServer
  const onSource = <T>(work: (sql: postgres.Sql) => Promise<T>) => asAdmin(source.url, work)
  const onTarget = <T>(work: (sql: postgres.Sql) => Promise<T>) => asAdmin(target.url, work)
  const move = (freeze: () => Promise<void> = async () => {}) =>
    moveGroup({ from: source.url, to: target.url, organization_id: academy, freeze })
  const countPeople = async (sql: postgres.Sql) => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from identity.person where organization_id = ${academy}`
    return row!.n
  }

  async function openCell(name: string, cell: number): Promise<RunningServer> {
    const place = join(folder, name, 'pg')
    const first = await startPostgres({ folder: place, durable: true })
    await asAdmin(first.url, (sql) => sql`alter system set wal_level = logical`)
    await first.release()
    const server = await startPostgres({ folder: place, durable: true })
    await migrate(server.url, join(import.meta.dirname, '..', 'migrations'))
    const database = openDatabase({ ...defaultOptions, name: 'cells', url: server.url })
    await database.tx(async (sql) => {
      await loadDemo({
        sql,
        files: openFiles({ folder: join(folder, name, 'files') }),
        cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
      })
      await loadShowcase(sql)
    })
    await database.close(0)
    await setIdRange(server.url, cell)
    return server
  }

  beforeAll(async () => {
    folder = await openServerFolder()
    source = await openCell('cell-1', 1)
    target = await openCell('cell-2', 2)
    await removeGroup(target.url, academy)
    await onSource(
      (sql) => sql`
        insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
        select ${academy}, 4, 'driver' || n, 'driver' || n || '@gct.example', 'Ann', 'O''Neil \\ "' || n
        from generate_series(1, 500) n`,
    )
  }, 240_000)
  afterAll(async () => {
    for (const name of ['cell-1', 'cell-2']) await stopPostgres(join(folder, name, 'pg')).catch(() => false)
    await rm(folder, { recursive: true, force: true })
  })

  test('every table is classified by whose rows it has', async () => {
    const tables = await onSource(listMovedTables)
    expect(tables.length).toBeGreaterThan(180)
    await onSource((sql) => sql`create table learning.unlisted (n integer)`)
    try {
      await expect(onSource(listMovedTables)).rejects.toThrow('learning.unlisted')
    } finally {
      await onSource((sql) => sql`drop table learning.unlisted`)
    }
  })

  test('ids of two cells never overlap, and an id beyond the range is refused', async () => {
    const next = (sql: postgres.Sql) => sql<{ person: string; event: string }[]>`
      select nextval(pg_get_serial_sequence('identity.person', 'user_id'))::text as person,
             nextval('platform.event_position')::text as event`
    const [[former], [added]] = [await onSource(next), await onTarget(next)]
    expect([former!.person, added!.person].map((id) => Math.floor(Number(id) / 100_000_000))).toEqual([1, 2])
    expect([former!.event, added!.event].map((id) => Math.floor(Number(id) / 1e12))).toEqual([1, 2])
    await onTarget(async (sql) => {
      await sql`create sequence learning.full_range as integer`
      await setIdRange(target.url, 2)
      await sql`select setval('learning.full_range', 300000000)`
      await expect(sql`select nextval('learning.full_range')`).rejects.toThrow('maximum value')
      await expect(setIdRange(target.url, 1)).rejects.toThrow(/beyond the last id of cell 1/)
      await sql`drop sequence learning.full_range`
    })
  })

  test('refuses to move a group to a lower cell, while a worker runs, or without its courses', async () => {
    await expect(
      moveGroup({ from: target.url, to: source.url, organization_id: 1, freeze: async () => {} }),
    ).rejects.toThrow('only to a higher one')
    await onTarget(
      (sql) => sql`
        insert into platform.process (process_id, role, version, machine, pid, port)
        values (gen_random_uuid(), 'worker', '0', 'here', 1, 1)`,
    )
    await expect(move()).rejects.toThrow('stop the workers first: worker on here')
    await onTarget((sql) => sql`delete from platform.process`)
    const rows = await onTarget((sql) =>
      sql.begin(async (inner) => {
        await inner`set local session_replication_role = replica`
        return inner`delete from catalogue.course where course_id = 1 returning to_jsonb(course)::text as row`
      }),
    )
    await expect(move()).rejects.toThrow(/rows of catalogue.course_website refer to catalogue.course/)
    expect(await onTarget(countPeople)).toBe(0)
    expect(await onSource((sql) => sql`select from pg_publication`)).toHaveLength(0)
    expect(await onSource((sql) => sql`select from pg_replication_slots`)).toHaveLength(0)
    await onTarget((sql) =>
      sql.begin(async (inner) => {
        await inner`set local session_replication_role = replica`
        await inner`insert into catalogue.course overriding system value
                    select * from jsonb_populate_record(null::catalogue.course, ${rows[0]!.row}::text::jsonb)`
      }),
    )
  })

  test('every change until the freeze arrives, all rows are equal, and nothing is left behind', async () => {
    const changes: string[] = []
    let frozen = false
    const write = async () => {
      await onSource(async (sql) => {
        while (!frozen) {
          const name = `Written ${changes.length}`
          await sql.begin(async (inner) => {
            await inner`insert into backoffice.entity_note (organization_id, lk_entity_type_id, entity_id, note, created_by)
                        select ${academy}, 1, user_id, ${name}, user_id from identity.person
                        where organization_id = ${academy} order by user_id limit 1`
            await inner`update identity.person set first_name = ${name}
                        where organization_id = ${academy} and loginid = ${`driver${1 + (changes.length % 500)}`}`
            await inner`update identity.person set last_name = ${name} where organization_id = 1 and loginid = 'nobody'`
          })
          changes.push(name)
        }
      })
    }
    const writer = write()
    const movedRows = await move(async () => {
      frozen = true
      await writer
    })
    expect(changes.length).toBeGreaterThan(10)
    const rowsOf = (table: string) => movedRows.find((row) => row.table === table)?.rows ?? 0
    expect(rowsOf('identity.person')).toBe(await onSource(countPeople))
    expect(rowsOf('identity.organization_closure')).toBe(1)
    const notes = await onTarget(
      (sql) => sql<{ note: string }[]>`
        select note from backoffice.entity_note where organization_id = ${academy} and note like 'Written %'`,
    )
    expect(notes.map(({ note }) => note).toSorted()).toEqual(changes.toSorted())
    await expect(move()).rejects.toThrow('the new cell has rows of the group already')
    await removeGroup(source.url, academy)
    expect(await onSource(countPeople)).toBe(0)
    expect(await onTarget(countPeople)).toBe(rowsOf('identity.person'))
    const [others] = await onSource(
      (sql) => sql<{ n: number }[]>`select count(*)::int as n from identity.person where organization_id = 1`,
    )
    expect(others!.n).toBeGreaterThan(0)
  })
})
