import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { listMovedTables, type MovedTable } from './tables.ts'

const publication = 'waypost_group'
/** Long enough for the copy of a large group; the subscription reports its errors by itself. */
const maxWaitMs = 6 * 3_600_000

export type Move = {
  /** Addresses of both databases for superusers: replication writes rows past policies and foreign keys. */
  from: string
  to: string
  /** The group: this organization and all below it. */
  organization_id: number
  /** Stops requests to the group at the proxy and resolves when the last one has ended. */
  freeze(): Promise<void>
  report?: (line: string) => void
}

export type MovedRows = { table: string; rows: number }

/** The reason why nothing was moved. */
class MoveRefused extends Error {
  override name = 'MoveRefused'
}

/**
 * Moves a group to another cell by logical replication, while it is in use: copy, catch up, freeze, compare every row.
 * Returns the number of rows by table. The group stays frozen and its rows stay in the former cell: point the proxy at
 * the new cell, then call `removeGroup`. If anything fails, the new cell has no row of the group and the former one is
 * unchanged. Workers of both cells must be stopped: both would act for the group.
 */
export async function moveGroup({ from, to, organization_id, freeze, report = () => {} }: Move): Promise<MovedRows[]> {
  const [source, target] = [open(from), open(to)]
  try {
    const tables = await listMovedTables(source)
    const group = await readGroup(source, organization_id)
    await refuseMisfits(source, target, tables, group)
    const replicated = tables.filter((table) => table.replicated)
    try {
      await publish(source, replicated, group)
      await subscribe(target, from)
      await awaitCopy(target)
      report(`${replicated.length} tables are copied and follow their changes`)
      await freeze()
      await awaitLast(source, target)
      await endSubscription(target)
      for (const table of tables.filter((table) => !table.replicated)) await copyRows(source, target, table, group)
      report('the group is frozen, and the last change has arrived')
      const rows = await compare(source, target, tables, group)
      await refuseDangling(target, tables, group)
      return rows
    } catch (error) {
      await endSubscription(target)
      await removeRows(target, tables, group)
      throw error
    } finally {
      await unpublish(source, replicated)
    }
  } finally {
    await Promise.all([source.end({ timeout: 5 }), target.end({ timeout: 5 })])
  }
}

/** Deletes a group's rows from the cell that it left. */
export async function removeGroup(url: string, organization_id: number): Promise<void> {
  const sql = open(url)
  try {
    await removeRows(sql, await listMovedTables(sql), await readGroup(sql, organization_id))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const open = (url: string) =>
  postgres(url, { max: 1, fetch_types: false, max_lifetime: null, onnotice: () => {}, connection: settings })
// Superusers pass policies; the scope serves the functions that read it.
const settings = { application_name: 'waypost/cells', TimeZone: 'UTC', 'waypost.scope': '{(,)}', lock_timeout: 5_000 }

/** An array for `$1::integer[]`. */
const arrayText = (ids: readonly number[]) => `{${ids.join(',')}}`

async function readGroup(sql: postgres.Sql, organization_id: number): Promise<number[]> {
  const rows = await sql<{ descendant_id: number; depth: number }[]>`
    select descendant_id, depth from identity.organization_closure where ancestor_id = ${organization_id} order by 1`
  if (rows.length === 0) throw new MoveRefused(`there is no organization ${organization_id}`)
  const [row] = await sql<{ top: boolean }[]>`
    select not exists (select from identity.organization_closure
                       where descendant_id = ${organization_id} and depth > 0) as top`
  if (!row!.top) throw new MoveRefused(`organization ${organization_id} is below another one: a group moves as a whole`)
  return rows.map((row) => row.descendant_id)
}

/** The cell whose ids the sequences of a database give now, by the range of the longest numbers. */
async function readCell(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ cell: number }[]>`
    select case when seqmax < 1e14 then seqmax / 1000000000000 - 1 else 0 end::int as cell
    from pg_sequence where seqrelid = 'platform.event_position'::regclass`
  return row!.cell
}

async function refuseMisfits(
  source: postgres.Sql,
  target: postgres.Sql,
  tables: readonly MovedTable[],
  group: number[],
) {
  const [level] = await source<{ wal_level: string }[]>`show wal_level`
  if (level!.wal_level !== 'logical') throw new MoveRefused("the former cell's PostgreSQL needs wal_level = logical")
  const migrationsOf = async (sql: postgres.Sql) =>
    (await sql<{ name: string }[]>`select name from platform.migration order by number`).map(({ name }) => name).join()
  if ((await migrationsOf(source)) !== (await migrationsOf(target)))
    throw new MoveRefused('the cells are of different releases')
  const [former, next] = [await readCell(source), await readCell(target)]
  // Events are read by ascending position: a client's next ones must not be below those that it has read.
  if (next <= former)
    throw new MoveRefused(`a group of cell ${former} can't move to cell ${next}, only to a higher one`)
  for (const sql of [source, target]) {
    const workers = await sql<{ role: string; machine: string }[]>`
      select role, machine from platform.process where role <> 'web' and seen_at > now() - interval '90 seconds'`
    if (workers.length > 0)
      throw new MoveRefused(
        `stop the workers first: ${workers.map(({ role, machine }) => `${role} on ${machine}`).join()}`,
      )
  }
  await endSubscription(target)
  const there = await countRows(target, tables, group)
  if (there.length > 0) throw new MoveRefused(`the new cell has rows of the group already: ${there.join(', ')}`)
  await shareSecrets(source, target, group)
}

async function countRows(sql: postgres.Sql, tables: readonly MovedTable[], group: number[]): Promise<string[]> {
  const names: string[] = []
  for (const { name, where } of tables) {
    const [row] = await sql.unsafe<{ some: boolean }[]>(`select exists (select from ${name} where ${where}) as some`, [
      arrayText(group),
    ])
    if (row!.some) names.push(name)
  }
  return names
}

/** What sealed the group's rows: the keys of its audit seals, and the secret of its authorization keys. */
async function shareSecrets(source: postgres.Sql, target: postgres.Sql, group: number[]): Promise<void> {
  const keys = await source<{ key_id: string; sealed: Buffer; kept_at: string }[]>`
    select key_id, sealed, kept_at::text from platform.audit_key`
  for (const key of keys) await target`insert into platform.audit_key ${target(key)} on conflict do nothing`
  const [secret] = await source<{ sealed: Buffer }[]>`select sealed from checkout.authorization_key_secret`
  if (!secret) return
  await target`insert into checkout.authorization_key_secret ${target(secret)} on conflict do nothing`
  const [row] = await target<{ sealed: Buffer }[]>`select sealed from checkout.authorization_key_secret`
  const [keyed] = await source<{ some: boolean }[]>`
    select exists (select from checkout.authorization_key where organization_id = any(${arrayText(group)}::integer[])) as some`
  if (keyed!.some && !secret.sealed.equals(row!.sealed))
    throw new MoveRefused(
      'the cells have different secrets of authorization keys: the keys of the group would not be found',
    )
}

/**
 * A row filter needs its column in the old row of each update. Where the whole row would do, PostgreSQL refuses updates of
 * a table with generated columns, so these get an index of their key and the organization.
 */
async function publish(source: postgres.Sql, tables: readonly MovedTable[], group: number[]): Promise<void> {
  // A move that was killed leaves its own behind.
  await unpublish(source, tables)
  const generated = await listGenerated(source)
  for (const { name } of tables) {
    const key = generated.get(name)
    const index = indexOf(name)
    if (key) await source.unsafe(`create unique index concurrently ${index} on ${name} (${key}, organization_id)`)
    await source.unsafe(`alter table ${name} replica identity ${key ? `using index ${index}` : 'full'}`)
  }
  const list = tables.map(({ name }) => `${name} where (organization_id in (${group.join(', ')}))`)
  await source.unsafe(`create publication ${publication} for table ${list.join(', ')}`)
}

async function unpublish(source: postgres.Sql, tables: readonly MovedTable[]): Promise<void> {
  await source.unsafe(`drop publication if exists ${publication}`)
  const generated = await listGenerated(source)
  for (const { name } of tables) {
    await source.unsafe(`alter table ${name} replica identity default`)
    if (generated.has(name))
      await source.unsafe(`drop index concurrently if exists ${name.split('.')[0]}.${indexOf(name)}`)
  }
}

const indexOf = (table: string) => `${publication}_${table.split('.')[1]}`

/** The columns of the primary key of each table with generated columns. */
async function listGenerated(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; key: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
           (select string_agg(quote_ident(a.attname), ', ' order by k.at)
            from pg_index i
            cross join lateral unnest(i.indkey::int[]) with ordinality k(number, at)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
            where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and exists (select from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '')`
  return new Map(rows.map(({ name, key }) => [name, key]))
}

async function subscribe(target: postgres.Sql, from: string): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(from)
  const parts = { host: hostname, port: port || '5432', user: username, password, dbname: pathname.slice(1) }
  const quoted = Object.entries(parts).map(
    ([name, value]) => `${name}='${decodeURIComponent(value).replaceAll(/['\\]/g, (mark) => `\\${mark}`)}'`,
  )
  const address = quoted.join(' ').replaceAll("'", "''")
  await target.unsafe(`create subscription ${publication} connection '${address}' publication ${publication}`)
}

async function awaitCopy(target: postgres.Sql): Promise<void> {
  await until(async () => {
    await failOnFault(target)
    const [row] = await target<{ left: number }[]>`
      select count(*)::int as left from pg_subscription_rel where srsubstate <> 'r'`
    return row!.left === 0
  })
}

/** The subscription tries again by itself after an error; here an error ends the move. */
async function failOnFault(target: postgres.Sql): Promise<void> {
  const [row] = await target<{ faults: number }[]>`
    select coalesce(sum(apply_error_count + sync_error_count), 0)::int as faults
    from pg_stat_subscription_stats where subname = ${publication}`
  if (row!.faults > 0) throw new Error("a row of the group does not fit: the new cell's PostgreSQL log says which")
}

async function awaitLast(source: postgres.Sql, target: postgres.Sql): Promise<void> {
  const [last] = await source<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`
  await until(async () => {
    await failOnFault(target)
    const [row] = await source<{ done: boolean }[]>`
      select coalesce(bool_and(confirmed_flush_lsn >= ${last!.lsn}::pg_lsn), false) as done
      from pg_replication_slots where slot_name = ${publication}`
    return row!.done
  })
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + maxWaitMs
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('the new cell did not catch up')
    await sleep(100)
  }
}

async function endSubscription(target: postgres.Sql): Promise<void> {
  const [row] = await target<{ some: boolean }[]>`
    select exists (select from pg_subscription where subname = ${publication}) as some`
  if (!row!.some) return
  await target.unsafe(`alter subscription ${publication} disable`)
  await target.unsafe(`drop subscription ${publication}`)
}

/** Rows travel as text, so that each type arrives as it was. */
async function copyRows(source: postgres.Sql, target: postgres.Sql, { name, where }: MovedTable, group: number[]) {
  const rows = await source.unsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${name} t where ${where}`, [
    arrayText(group),
  ])
  await asReplica(target, async (sql) => {
    for (const { row } of rows)
      await sql.unsafe(
        `insert into ${name} overriding system value select * from jsonb_populate_record(null::${name}, $1::text::jsonb)`,
        [row],
      )
  })
}

/** Without foreign keys and triggers: rows arrive in any order, and what the triggers wrote arrives, too. */
const asReplica = (target: postgres.Sql, work: (sql: postgres.TransactionSql) => Promise<void>) =>
  target.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await work(sql)
  })

async function removeRows(sql: postgres.Sql, tables: readonly MovedTable[], group: number[]): Promise<void> {
  // Copied rows first: replicated ones say whose they are.
  const ordered = [...tables].sort((a, b) => Number(a.replicated) - Number(b.replicated) || rank(a) - rank(b))
  await asReplica(sql, async (inner) => {
    for (const { name, where } of ordered) await inner.unsafe(`delete from ${name} where ${where}`, [arrayText(group)])
  })
}

/** Tables that are chosen through another one of the copied go before it. */
const rank = ({ where }: MovedTable) => (where.includes('select') ? 0 : 1)

/** Every row of each table, as text, must be equal in both cells. */
async function compare(source: postgres.Sql, target: postgres.Sql, tables: readonly MovedTable[], group: number[]) {
  const moved: MovedRows[] = []
  for (const { name, where } of tables) {
    const text = `
      select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash
      from ${name} t where ${where}`
    const [former] = await source.unsafe<{ rows: number; hash: string }[]>(text, [arrayText(group)])
    const [next] = await target.unsafe<{ rows: number; hash: string }[]>(text, [arrayText(group)])
    if (former!.rows !== next!.rows || former!.hash !== next!.hash)
      throw new Error(
        `${name} has ${former!.rows} rows in the former cell and ${next!.rows} in the new one, or they differ`,
      )
    if (former!.rows > 0) moved.push({ table: name, rows: former!.rows })
  }
  return moved
}

type ForeignKey = { name: string; child: string; parent: string; pairs: { child: string; parent: string }[] }

/** Replication checks no foreign key: rows of other groups that the group refers to must be in the new cell. */
async function refuseDangling(target: postgres.Sql, tables: readonly MovedTable[], group: number[]): Promise<void> {
  const keys = await target<ForeignKey[]>`
    select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
           jsonb_agg(jsonb_build_object('child', quote_ident(a.attname), 'parent', quote_ident(b.attname))) as pairs
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) k(child, parent)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.child
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.parent
    where c.contype = 'f' and c.conparentid = 0
    group by c.oid`
  const wheres = new Map(tables.map(({ name, where }) => [name, where]))
  const dangling: string[] = []
  for (const { child, parent, pairs } of keys) {
    const where = wheres.get(child)
    if (!where) continue
    const given = pairs.map((pair) => `t.${pair.child} is not null`).join(' and ')
    const same = pairs.map((pair) => `p.${pair.parent} = t.${pair.child}`).join(' and ')
    const [row] = await target.unsafe<{ n: number }[]>(
      `select count(*)::int as n from (select * from ${child} where ${where}) t
       where ${given} and not exists (select from ${parent} p where ${same})`,
      [arrayText(group)],
    )
    if (row!.n > 0) dangling.push(`${row!.n} rows of ${child} refer to ${parent}`)
  }
  if (dangling.length > 0) throw new MoveRefused(`the new cell lacks rows outside the group: ${dangling.join('; ')}`)
}
