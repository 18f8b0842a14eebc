import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import type { MovedTable } from './tables.ts'

const publication = 'waypost_group'
/** Long enough for the copy of a large group; errors of the subscription end the wait earlier. */
const maxWaitMs = 6 * 3_600_000

/**
 * A row filter needs its column in the old row of each update. A full replica identity would do, but PostgreSQL then
 * refuses updates of tables with generated columns, so these get an index of their key and the organization.
 */
export async function publish(source: postgres.Sql, tables: readonly MovedTable[], group: number[]): Promise<void> {
  // A killed move leaves its publication and indexes behind.
  await unpublish(source, tables)
  const generated = await listGenerated(source)
  for (const { name } of tables) {
    const key = generated.get(name)
    const index = indexOf(name)
    if (key) await source.unsafe(`create unique index concurrently ${index} on ${name} (${key}, organization_id)`)
    await setIdentity(source, name, key ? `using index ${index}` : 'full')
  }
  const list = tables.map(({ name }) => `${name} where (organization_id in (${group.join(', ')}))`)
  // The new cell may have other partitions.
  const options = 'with (publish_via_partition_root = true)'
  await source.unsafe(`create publication ${publication} for table ${list.join(', ')} ${options}`)
}

/** A table hands its replica identity to no partition. */
async function setIdentity(source: postgres.Sql, table: string, identity: string): Promise<void> {
  const rows = await source<
    { name: string }[]
  >`select relid::regclass::text as name from pg_partition_tree(${table}::regclass)`
  const names = rows.length > 0 ? rows.map(({ name }) => name) : [table]
  for (const name of names) await source.unsafe(`alter table ${name} replica identity ${identity}`)
}

/** Removes the publication from the former cell. */
export async function unpublish(source: postgres.Sql, tables: readonly MovedTable[]): Promise<void> {
  await source.unsafe(`drop publication if exists ${publication}`)
  const generated = await listGenerated(source)
  for (const { name } of tables) {
    await setIdentity(source, name, 'default')
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

/** Subscribes the new cell to the publication, which starts the copy. */
export async function subscribe(target: postgres.Sql, from: string): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(from)
  const parts = { host: hostname, port: port || '5432', user: username, password, dbname: pathname.slice(1) }
  const quoted = Object.entries(parts).map(
    ([name, value]) => `${name}='${decodeURIComponent(value).replaceAll(/['\\]/g, (mark) => `\\${mark}`)}'`,
  )
  const address = quoted.join(' ').replaceAll("'", "''")
  await target.unsafe(`create subscription ${publication} connection '${address}' publication ${publication}`)
}

/** Waits until all tables are copied. */
export async function awaitCopy(target: postgres.Sql): Promise<void> {
  await until(async () => {
    await failOnFault(target)
    const [row] = await target<{ left: number }[]>`
      select count(*)::int as left from pg_subscription_rel where srsubstate <> 'r'`
    return row!.left === 0
  })
}

/** The subscription itself retries after an error; here an error ends the move. */
async function failOnFault(target: postgres.Sql): Promise<void> {
  const [row] = await target<{ faults: number }[]>`
    select coalesce(sum(apply_error_count + sync_error_count), 0)::int as faults
    from pg_stat_subscription_stats where subname = ${publication}`
  if (row!.faults > 0) throw new Error("a row of the group does not fit: the new cell's PostgreSQL log says which")
}

/** Waits until the new cell has every change of the former one. */
export async function awaitReplication(source: postgres.Sql, target: postgres.Sql): Promise<void> {
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

/** Ends the subscription of the new cell. */
export async function endSubscription(target: postgres.Sql): Promise<void> {
  const [row] = await target<{ some: boolean }[]>`
    select exists (select from pg_subscription where subname = ${publication}) as some`
  if (!row!.some) return
  await target.unsafe(`alter subscription ${publication} disable`)
  await target.unsafe(`drop subscription ${publication}`)
}
