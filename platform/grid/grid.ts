import type { Ctx } from '#platform/ctx.ts'
import { type AnyOperation, operation } from '#platform/operation.ts'
import { flag, secondSpelling, z } from '#platform/schema.ts'
import { bulkOperation } from './bulk.ts'
import { matchingOperation } from './bulk-matching.ts'
import { responseShape } from './columns.ts'
import { countFor } from './count.ts'
import { exportFormats, exportRows, isLong } from './export.ts'
import { withKeys } from './find-keys.ts'
import type { GridDeclaration } from './grid-declaration.ts'
import type { Count } from './keyset.ts'
import { longExportErrors, longExports } from './long-export.ts'
import { type GridQuery, querySchema, readQuery } from './query.ts'
import type { GridRow } from './row-plan.ts'
import { type Batch, cursorOf, cursorText, readBatch } from './rows.ts'
import { sheet } from './sheet-response.ts'

export type FetchResponse = {
  count: number
  count_estimated: boolean
  after_id: string | null
  afterId: string | null
} & Record<string, unknown>

export type Grid = GridDeclaration & {
  /**
   * Fetch, export and, for a list with actions, the calls for several rows and for all matching rows; to be listed in
   * the manifest.
   */
  readonly operations: readonly [fetch: AnyOperation, export_: AnyOperation, ...bulk: AnyOperation[]]
}

/** Any grid, as manifests list it. */
export type AnyGrid = Grid

/** Declares a management list: the engine derives its calls, page and tests. */
export function defineGrid(declaration: GridDeclaration): Grid {
  const bulk = [bulkOperation(declaration), matchingOperation(declaration)].filter((operation) => operation !== null)
  return { ...declaration, operations: [fetchOperation(declaration), exportOperation(declaration), ...bulk] }
}

/** The subject of the list in call summaries: 'courses of one organization'. */
const subjectOf = ({ title, of }: GridDeclaration): string =>
  `${title[0].toLowerCase()}${of ? ` of one ${of.replace('_id', '')}` : ''}`

const cursor = z.string().nullable()

function fetchOperation(grid: GridDeclaration): AnyOperation {
  const row = z.object({
    ...Object.fromEntries(Object.entries(grid.columns).map(([name, column]) => [name, responseShape(column)])),
    ...grid.more?.gives,
  })
  return operation({
    call: grid.calls.fetch,
    summary: `Lists ${subjectOf(grid)}, filtered and sorted, one page at a time`,
    ...(grid.added?.includes('fetch') && { added: true as const }),
    ...(grid.clients && { clients: grid.clients }),
    may: grid.may,
    takes: querySchema(grid),
    gives: z.object({
      [grid.rows]: z.array(row),
      count: z.int(),
      count_estimated: z.boolean(),
      after_id: grid.cursor ? secondSpelling(cursor) : cursor,
      afterId: grid.cursor ? cursor : secondSpelling(cursor),
      ...grid.beside?.gives,
    }),
    async run(ctx, input) {
      const query = await withKeys(ctx, grid, readQuery(grid, input, ctx))
      const [{ page, counted }, fields] = await Promise.all([
        readCounted(ctx, grid, query),
        grid.beside?.read(ctx, input),
      ])
      const after_id = cursorText(ctx, grid, query, page.cursor && { ...page.cursor, counted })
      const { count, estimated } = counted
      const rows = { [grid.rows]: await withMore(ctx, grid, input, page.rows) } as Record<string, GridRow[]>
      // The rows' field name is only known at run time; `gives` validates the whole response.
      return { ...fields, ...rows, count, count_estimated: estimated, after_id, afterId: after_id } as never
    },
  }) as AnyOperation
}

/**
 * A page with the list's count: later pages reuse the first page's count, and a list that ends on its first page needs
 * no counting.
 */
async function readCounted(
  ctx: Ctx,
  grid: GridDeclaration,
  query: GridQuery,
): Promise<{ page: Batch; counted: Count }> {
  const cursor = cursorOf(ctx, grid, query)
  const page = await readBatch(ctx.sql, grid, ctx.organization.scope, query, { cursor })
  if (cursor?.counted) return { page, counted: cursor.counted }
  const isWholeList = !cursor && query.offset === 0 && page.cursor === null
  return {
    page,
    counted: isWholeList ? { count: page.rows.length, estimated: false } : await countFor(ctx, grid, query),
  }
}

async function withMore(
  ctx: Ctx,
  { key, more }: GridDeclaration,
  input: Readonly<Record<string, unknown>>,
  rows: GridRow[],
): Promise<GridRow[]> {
  if (!more || rows.length === 0) return rows
  const read = await more.read(
    ctx,
    input,
    rows.map((row) => row[key] as number),
  )
  return rows.map((row) => ({ ...row, ...read(row[key] as number) }))
}

function exportOperation(grid: GridDeclaration): AnyOperation {
  return operation({
    call: grid.calls.export,
    summary: `Exports ${subjectOf(grid)} as a spreadsheet, or as CSV (export=csv)`,
    ...(grid.added?.includes('export') && { added: true as const }),
    may: grid.may,
    takes: querySchema(grid).extend({
      export: z.enum(exportFormats).default('xlsx'),
      singlePage: flag().default(false),
      /** Some lists of the product send it, although the address already contains it. */
      exportData: flag().optional(),
    }),
    gives: sheet,
    audit: grid.calls.export.slice(5).replaceAll('/', '.'),
    rate: 'export',
    fails: [longExportErrors.inBackground],
    async run(ctx, input) {
      const { export: format, singlePage } = input as { export: 'xlsx' | 'csv'; singlePage: boolean }
      const query = await withKeys(ctx, grid, readQuery(grid, input, ctx))
      if (!singlePage && (await isLong(ctx, grid, query))) {
        await ctx.use(longExports)(ctx, grid.calls.export, input)
        throw longExportErrors.inBackground()
      }
      return exportRows(ctx, grid, query, { format, singlePage })
    },
  }) as AnyOperation
}
