import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { cellText } from '#platform/grid/cell.shared.ts'
import { longExportRows } from '#platform/grid/long-list.shared.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { addDays, zoneOf } from '#platform/zone.ts'
import { type Criteria, readFilters, storedOf } from './filters.ts'
import type { Report, ReportColumn, ReportColumns } from './report.ts'
import { ReportInput, readerOf, requireReport } from './run-report.ts'
import {
  countRows,
  type Grain,
  maxBars,
  type ReportRow,
  readBreakdown,
  readTotals,
  readTrend,
  rowsStatement,
  type TrendPoint,
} from './statements.ts'

const previewRows = 20
/** Counting rows outside the dates stops here. */
export const maxOutside = 10_000
/** Each preview reads a whole report, and people experiment with filters. */
const previewRate = { name: 'report-preview', perMinute: 20, burst: 10 }

const Column = z.object({ label: z.string(), numeric: z.boolean() })
const SheetPart = z.object({ columns: z.array(Column), rows: z.array(z.array(z.string())) })
const Trend = z.object({
  label: z.string(),
  grain: z.enum(['day', 'week', 'month']),
  /** There may be earlier points. */
  cut: z.boolean(),
  points: z.array(z.object({ day: z.string(), value: z.number(), text: z.string() })),
})
export const Preview = z.object({
  count: z.int(),
  /** There are at least this many rows. */
  count_more: z.boolean(),
  /** The rows that the same filters find without the dates, at most `outsideMost`, if the report is empty. */
  outside: z.int(),
  time_zone: z.string(),
  head: SheetPart,
  totals: z.array(z.object({ label: z.string(), value: z.string() })),
  breakdown: SheetPart.nullable(),
  trend: Trend.nullable(),
})
export type Preview = z.output<typeof Preview>

export const previewReport = operation({
  call: 'GET /report/preview/{report}',
  summary: 'The first rows of a report with its totals and, where a trend is the question, its values over time',
  added: true,
  may: readerOf,
  rate: previewRate,
  takes: ReportInput.omit({ format: true }),
  gives: Preview,
  fails: [errors.notFound, errors.forbidden],
  async run(ctx, input) {
    const report = requireReport(ctx, input.report)
    const filters = readFilters(ctx, report, storedOf(report, input))
    // From one snapshot, so that rows and totals agree.
    return ctx.snapshot((sql) => readPreview(ctx, sql, report, filters))
  },
})

const anyDay = { from: null, to: null }

async function readPreview(ctx: Ctx, sql: Sql, report: Report, criteria: Criteria): Promise<Preview> {
  const { locale } = ctx
  const isDated = criteria.days.from !== null || criteria.days.to !== null
  const count = await countRows(sql, ctx, report, criteria, longExportRows)
  const rows = await rowsStatement(sql, ctx, report, criteria, previewRows)
  const totals = await readTotals(sql, ctx, report, criteria)
  const groups = report.breakdown ? await readBreakdown(sql, ctx, report, criteria) : null
  return {
    count,
    count_more: count === longExportRows,
    outside: count === 0 && isDated ? await countRows(sql, ctx, report, { ...criteria, days: anyDay }, maxOutside) : 0,
    time_zone: zoneOf(ctx),
    head: partOf(ctx, report.columns, rows),
    totals: Object.entries(report.totals).map(([name, column]) => ({
      label: localize(locale, column.label),
      value: textOf(ctx, column, totals[name]),
    })),
    breakdown: groups && partOf(ctx, { by: report.breakdown!.by, ...report.breakdown!.sums }, groups),
    trend: report.trend && count > 0 ? await trendOf(ctx, sql, report, criteria) : null,
  }
}

const partOf = (ctx: Ctx, columns: ReportColumns, rows: readonly ReportRow[]) => ({
  columns: Object.values(columns).map(({ label, kind }) => ({
    label: localize(ctx.locale, label),
    numeric: kind === 'number' || kind === 'money',
  })),
  rows: rows.map((row) => Object.entries(columns).map(([name, column]) => textOf(ctx, column, row[name]))),
})

/** Formats a value for people. */
function textOf(
  { locale, organization }: Ctx,
  { kind, choices = {}, precise, empty }: ReportColumn,
  value: unknown,
): string {
  if (value === null || value === undefined) return empty ? localize(locale, empty) : ''
  if (kind === 'number') return formatNumber(Number(value), locale)
  if (kind === 'status') return choices[Number(value)] ? localize(locale, choices[Number(value)]!) : String(value)
  const cellValue = kind === 'money' ? toDollars(Number(value)) : value instanceof Date ? value.toISOString() : value
  return cellText({ kind, choices: [], ...(precise && { precise }) }, cellValue, locale, organization.time_zone)
}

async function trendOf(ctx: Ctx, sql: Sql, report: Report, criteria: Criteria): Promise<Preview['trend']> {
  const trend = report.trend!
  const grain = grainOf(criteria)
  const { points, cut } = withoutGaps(await readTrend(sql, ctx, report, criteria, grain), grain)
  return {
    label: localize(ctx.locale, trend.label),
    grain,
    cut,
    points: points.map(({ day, value }) => ({
      day,
      value: trend.kind === 'money' ? toDollars(value) : value,
      text: textOf(ctx, trend, value),
    })),
  }
}

/** The latest points, with zeros for empty ones: leaving them out would distort the chart. */
function withoutGaps(trendPoints: readonly TrendPoint[], grain: Grain): { points: TrendPoint[]; cut: boolean } {
  const first = trendPoints[0]?.day ?? ''
  const values = new Map(trendPoints.map(({ day, value }) => [day, value]))
  const points: TrendPoint[] = []
  for (let day = trendPoints.at(-1)?.day ?? ''; day >= first && points.length < maxBars; day = dayBefore(day, grain))
    points.unshift({ day, value: values.get(day) ?? 0 })
  return { points, cut: trendPoints.length === maxBars || points[0]?.day !== first }
}

/** The first day of the previous day, week or month. */
function dayBefore(day: string, grain: Grain): string {
  const before = addDays(day, grain === 'week' ? -7 : -1)
  return grain === 'month' ? `${before.slice(0, 7)}-01` : before
}

/** Days for a month, weeks for half a year, otherwise months. */
function grainOf({ days: { from, to } }: Criteria): Grain {
  if (!from) return 'month'
  const until = to ? Date.parse(to) : Date.now()
  const days = (until - Date.parse(from)) / 86_400_000
  return days <= 34 ? 'day' : days <= 190 ? 'week' : 'month'
}
