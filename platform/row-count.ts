import type { Fragment, Sql } from './db/sql.ts'

/** The kinds of rows that the database counts as they change (migrations/0235_row_counts.sql). */
export type CountedRows = 'students' | 'enrollments' | 'sales' | 'certificates' | 'tickets' | `courses in ${number}`

/** The number of rows of these kinds in the organizations; `since` limits it to rows from that hour on. */
export const rowCountSql = (
  sql: Sql,
  scope: readonly number[],
  tables: readonly CountedRows[],
  since: Fragment = sql`'-infinity'`,
): Fragment => sql`
  select coalesce(sum(n), 0)::int as n from platform.v_row_count
  where organization_id = any(${sql.array([...scope])}::int[]) and counted = any(${sql.array([...tables])}::text[])
    and counted_at between ${since}::timestamptz and platform.now()`

/** The changes by day of the zone since an instant, as rows of `counted`, `day` (YYYY-MM-DD) and `n`. */
export const dailyRowCountSql = (
  sql: Sql,
  scope: readonly number[],
  tables: readonly CountedRows[],
  { since, zone }: { since: Date; zone: string },
): Fragment => sql`
  select counted, to_char(counted_at at time zone ${zone}, 'YYYY-MM-DD') as day, sum(n)::int as n
  from platform.v_row_count
  where organization_id = any(${sql.array([...scope])}::int[]) and counted = any(${sql.array([...tables])}::text[])
    and counted_at between ${since} and platform.now()
  group by 1, 2`

/** The home page of staff shows two weeks, which begin up to a day earlier in their time zone. */
const keptDays = 15

/** Adds up the latest changes, and deletes hours that no page shows anymore. */
export async function addUpRowCounts({ sql }: { sql: Sql }): Promise<void> {
  await sql`
    with change as (
      delete from platform.row_count where not added_up
      returning organization_id, counted, counted_at, n)
    insert into platform.row_count as sum (organization_id, counted, counted_at, n, added_up)
    select organization_id, counted, counted_at, sum(n), true from change group by 1, 2, 3 order by 1, 2, 3
    on conflict (organization_id, counted, counted_at) where added_up do update set n = sum.n + excluded.n`
  await sql`
    delete from platform.row_count
    where counted_at > '-infinity' and counted_at < platform.now() - ${keptDays} * interval '1 day'`
}
