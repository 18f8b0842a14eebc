import type postgres from 'postgres'
import { endSubscription } from './replicate.ts'
import { arrayText, type MovedTable, MoveRefused } from './tables.ts'

/** The cell whose ids a database's sequences currently produce, by the range of the longest numbers. */
async function readCell(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ cell: number }[]>`
    select case when seqmax < 1e14 then seqmax / 1000000000000 - 1 else 0 end::int as cell
    from pg_sequence where seqrelid = 'platform.event_position'::regclass`
  return row!.cell
}

/** Throws MoveRefused if anything prevents the move now. */
export async function refuseMisfits(
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
  const rowCounts = await countRows(target, tables, group)
  if (rowCounts.length > 0) throw new MoveRefused(`the new cell has rows of the group already: ${rowCounts.join(', ')}`)
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

/**
 * Copies the secrets that sealed the group's rows: the keys of its audit seals, and the secret of its authorization
 * keys.
 */
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
