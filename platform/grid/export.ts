import type { Ctx } from '#platform/ctx.ts'
import type { BinaryResponse } from '#platform/operation.ts'
import { zoneOf } from '#platform/zone.ts'
import { type ColumnMeta, cellText } from './cell.shared.ts'
import type { CellValue } from './cell-value.ts'
import type { Column } from './columns.ts'
import type { GridSource } from './grid-source.ts'
import { longExportRows } from './long-list.shared.ts'
import { metaOf } from './meta.ts'
import type { GridQuery } from './query.ts'
import type { GridRow } from './row-plan.ts'
import { allRowsSql, type Batch, cursorOf, readBatch } from './rows.ts'
import { csvInstant, sheetDay, sheetFormat, sheetInstant } from './sheet-cell.ts'
import { csvResponse, sheetResponse } from './sheet-response.ts'
import { maxSheetRows } from './xlsx.ts'

const batchSize = 500

export const exportFormats = ['xlsx', 'csv'] as const
type ExportOptions = {
  readonly format: (typeof exportFormats)[number]
  readonly singlePage: boolean
  /** Called with the number of rows written after each batch; may throw to stop. */
  readonly onRows?: (written: number) => Promise<void>
  /** The id of the request in the audit log, if another request started the export. */
  readonly reference?: string
}

/** Whether a list is so long that it is exported in the background. */
export async function isLong(ctx: Ctx, grid: GridSource, query: GridQuery): Promise<boolean> {
  const rows = allRowsSql(ctx.exports, grid, ctx.organization.scope, query)
  const [row] = await ctx.exports<{ n: number }>`
    select count(*)::int as n from (${rows} limit ${longExportRows}::int) bounded`
  return row!.n >= longExportRows
}

/** The rows of a query as a file, read batch by batch as fast as the file is consumed. */
export async function exportRows(
  ctx: Ctx,
  grid: GridSource,
  query: GridQuery,
  { format, singlePage, onRows, reference }: ExportOptions,
): Promise<BinaryResponse> {
  // All visible columns, including those hidden at first.
  const columns = metaOf(grid.columns, ctx)
  const exported = Object.fromEntries(columns.map(({ name }) => [name, grid.columns[name] as Column]))
  const fullQuery = { ...query, offset: 0, after_id: '' }
  const read = (cursor: Batch['cursor']) =>
    readBatch(ctx.exports, grid, ctx.organization.scope, singlePage ? query : fullQuery, {
      cursor,
      columns: exported,
      limit: singlePage ? query.limit : batchSize,
    })
  // The first rows are read before the response starts: failures here can still be reported properly.
  const first = await read(singlePage ? cursorOf(ctx, grid, query) : null)
  const headings = columns.map(({ label }) => label)
  const rows = batches(first, singlePage ? null : read, onRows)
  if (format === 'csv') return csvResponse(grid.file, headings, cellsOf(ctx, columns, csvValue, rows))
  const formats = columns.map((column) => sheetFormat(column, ctx.locale))
  return sheetResponse(ctx, grid.file, headings, cellsOf(ctx, columns, sheetValue, rows), { reference, formats })
}

async function* batches(
  first: Batch,
  read: ((cursor: Batch['cursor']) => Promise<Batch>) | null,
  onRows?: (written: number) => Promise<void>,
) {
  let rowCount = 1
  for (let batch: Batch | null = first; batch; ) {
    // A sheet can't hold more rows; a filter can select the rest.
    yield batch.rows.slice(0, maxSheetRows - rowCount)
    rowCount += batch.rows.length
    await onRows?.(rowCount - 1)
    batch = read && batch.cursor && rowCount < maxSheetRows ? await read(batch.cursor) : null
  }
}

type CellConverter = (ctx: Ctx, column: ColumnMeta, value: unknown) => CellValue

async function* cellsOf(
  ctx: Ctx,
  columns: readonly ColumnMeta[],
  convert: CellConverter,
  rows: AsyncIterable<GridRow[]>,
) {
  for await (const batch of rows)
    yield batch.map((row) => columns.map((column) => convert(ctx, column, row[column.name])))
}

/** Formats a cell as the page shows it. */
const textOf: CellConverter = ({ locale, organization }, column, value) =>
  cellText(column, value, locale, organization.time_zone)

/** A form that every program reads: money without its sign, days and times year first. */
const csvValue: CellConverter = (ctx, column, value) => {
  if (value === null || value === undefined || value === '') return null
  switch (column.kind) {
    case 'money':
      return Number(value).toFixed(2)
    case 'number':
      return Number(value)
    case 'date':
      return String(value)
    case 'instant':
      return csvInstant(column, new Date(String(value)), zoneOf(ctx))
    default:
      return textOf(ctx, column, value)
  }
}

/** Typed for calculating and sorting: numbers as numbers, days and times as dates. */
const sheetValue: CellConverter = (ctx, column, value) => {
  if (value === null || value === undefined || value === '') return null
  switch (column.kind) {
    case 'money':
    case 'number':
      return Number(value)
    case 'date':
      return sheetDay(String(value))
    case 'instant':
      return sheetInstant(column, new Date(String(value)), zoneOf(ctx))
    default:
      return textOf(ctx, column, value)
  }
}
