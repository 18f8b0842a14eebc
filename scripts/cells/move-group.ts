import postgres from 'postgres'
import { compare, type MovedRows, refuseDangling } from './compare.ts'
import { refuseMisfits } from './refuse-misfits.ts'
import { awaitCopy, awaitReplication, endSubscription, publish, subscribe, unpublish } from './replicate.ts'
import { arrayText, listMovedTables, type MovedTable, MoveRefused } from './tables.ts'

export type Move = {
  /** Addresses of both databases for superusers, because replication bypasses policies and foreign keys. */
  from: string
  to: string
  /** The group: this organization and all below it. */
  organization_id: number
  /** Stops requests to the group at the proxy and resolves when the last one has ended. */
  freeze(): Promise<void>
  report?: (line: string) => void
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
      await awaitReplication(source, target)
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

/** Disables foreign keys and triggers: rows arrive in any order, together with those that triggers wrote. */
const asReplica = (target: postgres.Sql, work: (sql: postgres.TransactionSql) => Promise<void>) =>
  target.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await work(sql)
  })

async function removeRows(sql: postgres.Sql, tables: readonly MovedTable[], group: number[]): Promise<void> {
  // Copied rows are deleted first, because the replicated ones determine whose they are.
  const orderedTables = [...tables].sort((a, b) => Number(a.replicated) - Number(b.replicated) || rank(a) - rank(b))
  await asReplica(sql, async (inner) => {
    for (const { name, where } of orderedTables)
      await inner.unsafe(`delete from ${name} where ${where}`, [arrayText(group)])
  })
}

/** Copied tables that are selected through another table come before it. */
const rank = ({ where }: MovedTable) => (where.includes('select') ? 0 : 1)
