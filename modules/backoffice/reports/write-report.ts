import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { type AboutExport, aboutExport } from '#platform/grid/about-export.ts'
import { dayText } from '#platform/grid/cell.shared.ts'
import type { Cells } from '#platform/grid/cell-value.ts'
import { writeCsv } from '#platform/grid/csv.ts'
import { sheetFormat } from '#platform/grid/sheet-cell.ts'
import { sheetType } from '#platform/grid/sheet-response.ts'
import { writeJson } from '#platform/grid/write-json.ts'
import { writeXlsx } from '#platform/grid/xlsx.ts'
import { binaryOrJson } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { isoIn, zoneOf } from '#platform/zone.ts'
import { cellOf, type Format } from './cells.ts'
import { type Criteria, filterWords, type StoredFilters } from './filters.ts'
import type { Report } from './report.ts'
import { reportTexts } from './reports.texts.ts'
import { readRows } from './statements.ts'

export const fileTypes: Readonly<Record<Format, string>> = {
  xlsx: sheetType,
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
}

const words = z.record(z.string(), z.string())
const day = z.string().nullable()

/** The JSON of a report: its columns depend on the report. */
const ReportShape = z.object({
  report: z.string(),
  label: z.string(),
  organization: z.object({ code: z.string(), name: z.string() }),
  time_zone: z.string(),
  created_at: z.string(),
  reference: z.string(),
  filters: words,
  days: z.object({ from: day, to: day }),
  columns: words,
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())),
})

/** Declares that an operation returns a report in one of its formats. */
export const reportFile = binaryOrJson(ReportShape, sheetType, 'text/csv')

/** '{report label}.{extension}', in the reader's language. */
export const fileName = ({ locale }: Pick<Ctx, 'locale'>, report: Report, format: Format): string =>
  `${localize(locale, report.label)}.${format}`

type ReportTask = {
  report: Report
  format: Format
  stored: StoredFilters
  criteria: Criteria
  /** The request's id in the audit log. */
  request_id: string
  /** Called after each batch; may throw to stop. */
  onRows: (writtenCount: number) => Promise<void>
}

/** The file of a report, written while its rows are read: one batch is in memory at a time. */
export async function* writeReport(ctx: Ctx, sql: Sql, task: ReportTask): AsyncGenerator<Uint8Array> {
  const { report, format } = task
  const { locale } = ctx
  const headings = Object.values(report.columns).map(({ label }) => localize(locale, label))
  const cells = readCells(ctx, sql, task)
  if (format === 'csv') yield* writeCsv(headings, cells)
  else if (format === 'json') yield* writeJson(jsonHead(ctx, task), Object.keys(report.columns), cells)
  else {
    const formats = Object.values(report.columns).map((column) => sheetFormat(column, locale))
    yield* writeXlsx(headings, cells, await aboutReport(ctx, task), formats)
  }
}

async function* readCells(ctx: Ctx, sql: Sql, { report, format, criteria, onRows }: ReportTask): AsyncGenerator<Cells> {
  const place = { locale: ctx.locale, zone: zoneOf(ctx) }
  const columns = Object.entries(report.columns)
  let rowCount = 0
  for await (const rows of readRows(sql, ctx, report, criteria)) {
    yield rows.map((row) => columns.map(([name, column]) => cellOf(column, row[name], format, place)))
    rowCount += rows.length
    await onRows(rowCount)
  }
}

function jsonHead(ctx: Ctx, { report, stored, criteria, request_id }: ReportTask) {
  const { locale, organization, now } = ctx
  return {
    report: report.name,
    label: localize(locale, report.label),
    organization: { code: organization.code, name: organization.name },
    time_zone: zoneOf(ctx),
    created_at: isoIn(zoneOf(ctx), now),
    reference: request_id,
    filters: stored,
    days: criteria.days,
    columns: Object.fromEntries(
      Object.entries(report.columns).map(([name, { label }]) => [name, localize(locale, label)]),
    ),
  }
}

async function aboutReport(
  ctx: Ctx,
  { report, format, stored, criteria, request_id }: ReportTask,
): Promise<AboutExport> {
  const about = await aboutExport(ctx, fileName(ctx, report, format), request_id)
  // A named period covers different days tomorrow, so the file lists its actual days.
  const days = Object.fromEntries(
    Object.entries({ startDate: criteria.days.from, endDate: criteria.days.to }).flatMap(([name, day]) =>
      stored.period && day ? [[name, dayText(day, ctx.locale)]] : [],
    ),
  )
  const filters = [...filterWords(ctx.locale, report, stored), ...filterWords(ctx.locale, report, days)]
  const lines = filters.length > 0 ? filters : [[localText(ctx.locale, reportTexts, 'noFilters')]]
  return { ...about, rows: [...about.rows, ...lines] }
}
