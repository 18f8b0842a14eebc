import type { Sql } from './sql.ts'

/** A table with a partition for each month. */
export type TableMonths = {
  table: string
  /** Months after the present one that have a partition. */
  months_ahead: number
  /** `before`: the months before the table was partitioned. `rest`: the rows of months without a partition. */
  months: readonly { month: string; bytes: number }[]
}

/**
 * Creates the missing partitions of the next three months, and updates the statistics of their tables. Repeated or
 * concurrent calls create each partition once.
 */
export async function makeMonths({ sql }: { sql: Sql }): Promise<void> {
  await sql`select platform.make_months()`
  await sql`select platform.analyze_months()`
}

/**
 * Drops the former months of the audit log without rows, as the owner of the tables; returns their number. A
 * month that is being read stays until the next time.
 */
export async function dropEmptyMonths(sql: Sql): Promise<number> {
  const formerRows = await sql<{ name: string }>`
    select partition::text as name from platform.list_months('platform.audit_event')
    where ends_at <= platform.now() and pg_relation_size(partition) > 0`
  for (const { name } of formerRows) await sql.text(`vacuum ${name}`)
  const [row] = await sql<{ dropped: number }>`select platform.drop_empty_months() as dropped`
  return row!.dropped
}

type Row = Omit<TableMonths, 'months_ahead'> & { ends_at: Date; today: Date }

const monthNumber = (instant: Date) => instant.getUTCFullYear() * 12 + instant.getUTCMonth()

export async function listTableMonths(sql: Sql): Promise<readonly TableMonths[]> {
  const rows = await sql<Row>`
    select format('%s.%s', n.nspname, c.relname) as "table", max(m.ends_at) as ends_at, platform.now() as today,
           json_agg(json_build_object(
             'month', translate(substr(p.relname, length(c.relname) + 2), '_', '-'),
             'bytes', pg_total_relation_size(p.oid)) order by p.relname) as months
    from pg_partitioned_table k
    join pg_class c on c.oid = k.partrelid join pg_namespace n on n.oid = c.relnamespace
    cross join lateral platform.list_months(c.oid) m join pg_class p on p.oid = m.partition
    where pg_get_partkeydef(c.oid) = 'RANGE (at)' and n.nspname <> 'queue'
    group by n.nspname, c.relname order by 1`
  return rows.map(({ table, ends_at, today, months }) => ({
    table,
    months_ahead: monthNumber(ends_at) - monthNumber(today) - 1,
    months,
  }))
}
