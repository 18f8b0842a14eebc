import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql, Statement } from '#platform/db/sql.ts'
import { join } from '#platform/grid/filters.ts'
import { zoneOf } from '#platform/zone.ts'
import type { Criteria } from './filters.ts'
import type { FilterName, Report, ReportColumns } from './report.ts'

export type ReportRow = Readonly<Record<string, unknown>>

/** The part of a statement starting with `from`: the caller's organizations and the filters. */
function source(sql: Sql, ctx: Ctx, report: Report, { values, days }: Criteria): Fragment {
  const zone = zoneOf(ctx)
  const conditions = (Object.keys(values) as FilterName[]).flatMap((name) => {
    const condition = report.filters[name] as ((sql: Sql, value: unknown) => Fragment) | undefined
    return condition ? [condition(sql, values[name])] : []
  })
  const reportedAt = report.at(sql)
  if (days.from) conditions.push(sql`${reportedAt} >= ${days.from}::date::timestamp at time zone ${zone}`)
  if (days.to) conditions.push(sql`${reportedAt} < (${days.to}::date + 1)::timestamp at time zone ${zone}`)
  const scope = sql.array(ctx.organization.scope)
  const rows = report.from(sql, (organization_id) => sql`${organization_id} = any(${scope}::int[])`)
  return conditions.length > 0 ? sql`${rows} and ${join(sql, conditions, 'and')}` : rows
}

const columnsSql = (sql: Sql, columns: ReportColumns): Fragment =>
  join(
    sql,
    Object.entries(columns).map(([name, column]) => sql`${column.sql(sql)} as ${sql(name)}`),
    ',',
  )

/** The statement for the rows of a report in its own order; without `limit`, all of them. */
export function rowsStatement(
  sql: Sql,
  ctx: Ctx,
  report: Report,
  criteria: Criteria,
  limit?: number,
): Statement<ReportRow> {
  const group = report.groupBy ? sql`group by ${report.groupBy(sql)}` : sql``
  return sql`
    select ${columnsSql(sql, report.columns)} ${source(sql, ctx, report, criteria)} ${group}
    order by ${report.order(sql)} ${limit === undefined ? sql`` : sql`limit ${limit}::int`}`
}

/** The number of rows, counted up to a limit. */
export async function countRows(sql: Sql, ctx: Ctx, report: Report, criteria: Criteria, max: number): Promise<number> {
  const group = report.groupBy ? sql`group by ${report.groupBy(sql)}` : sql``
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 ${source(sql, ctx, report, criteria)} ${group} limit ${max}::int) counted`
  return row!.n
}

/** The totals of a report over all rows, by column. */
export async function readTotals(sql: Sql, ctx: Ctx, report: Report, criteria: Criteria): Promise<ReportRow> {
  const [row] = await sql<ReportRow>`select ${columnsSql(sql, report.totals)} ${source(sql, ctx, report, criteria)}`
  return row!
}

/** The most rows of the breakdown table. */
const maxGroups = 50

export function readBreakdown(sql: Sql, ctx: Ctx, report: Report, criteria: Criteria): Promise<ReportRow[]> {
  const { by, sums } = report.breakdown!
  // Grouped first: with the limit beside it, the planner expects to stop early, and reads everything slowly.
  return sql<ReportRow>`
    select * from (
      select ${by.sql(sql)} as "by", ${columnsSql(sql, sums)} ${source(sql, ctx, report, criteria)} group by 1) grouped
    order by ${by.kind === 'text' ? sql`2 desc, 1` : sql`1`} limit ${maxGroups}`
}

export type Grain = 'day' | 'week' | 'month'
export type TrendPoint = { readonly day: string; readonly value: number }
/** The most bars of a chart: more would be indistinguishable. */
export const maxBars = 36

/** The values per day, week or month in the organization's zone; the latest ones, in order. */
export async function readTrend(
  sql: Sql,
  ctx: Ctx,
  report: Report,
  criteria: Criteria,
  grain: Grain,
): Promise<TrendPoint[]> {
  const day = sql`date_trunc(${grain}, ${report.at(sql)} at time zone ${zoneOf(ctx)})::date::text`
  const rows = await sql<{ day: string; value: string | number | null }>`
    select * from (
      select ${day} as day, ${report.trend!.sql(sql)} as value ${source(sql, ctx, report, criteria)} group by 1) grouped
    order by 1 desc limit ${maxBars}`
  return rows.reverse().map((row) => ({ day: row.day, value: Number(row.value ?? 0) }))
}

const batchSize = 1_000

/** All rows through a cursor, one batch at a time, so that at most a batch is in memory. */
export async function* readRows(
  sql: Sql,
  ctx: Ctx,
  report: Report,
  criteria: Criteria,
): AsyncGenerator<readonly ReportRow[]> {
  // A separate cursor name per report: a connection caches the result type of a statement's text.
  const cursor = sql(`report_${report.name.replaceAll('-', '_')}`)
  await sql`declare ${cursor} no scroll cursor for ${rowsStatement(sql, ctx, report, criteria)}`
  for (;;) {
    const rows = await sql<ReportRow>`fetch forward ${literal(sql)} from ${cursor}`
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
  }
}

const thousand = Object.assign([String(batchSize)], { raw: [String(batchSize)] })
/** FETCH can't take a parameter. */
const literal = (sql: Sql): Fragment => sql(thousand)
