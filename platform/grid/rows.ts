import type { Ctx } from '#platform/ctx.ts'
import { literal } from '#platform/db/literal.ts'
import type { Fragment, Sql, Statement } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { secretPort } from '#platform/ports.ts'
import { localText } from '#platform/texts.ts'
import { type Column, type Columns, comparable, type Narrowing, type Reader } from './columns.ts'
import { filterSql, join, likePattern, separateConditions } from './filters.ts'
import { wordsOf } from './find-keys.ts'
import { queryWords } from './grid.texts.ts'
import type { GridSource, InScope } from './grid-source.ts'
import { afterSql, type Cursor, directed, orderSql, orderTerms, readCursor, writeCursor } from './keyset.ts'
import type { GridQuery } from './query.ts'
import { type GridRow, type Row, rowPlanOf } from './row-plan.ts'

/** Rows in order; `cursor` is their end, null if nothing follows. */
export type Batch = { rows: GridRow[]; cursor: Cursor | null }

/** `columns`: the columns to read, all by default. */
export type BatchOptions = { limit?: number; cursor?: Cursor | null; columns?: Columns }

/** Reads at most `limit` rows of the query, from the cursor or the offset on. */
export async function readBatch(
  sql: Sql,
  grid: GridSource,
  scope: readonly number[],
  query: GridQuery,
  { limit = query.limit, cursor = null, columns = grid.columns }: BatchOptions = {},
): Promise<Batch> {
  const terms = orderTerms(grid.columns, grid.key, query.sorts)
  const options = { columns, cursor, limit: limit + 1 }
  const rows = await pageStatement(sql, grid, scope, query, options)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last
  const { toResponse } = rowPlanOf(columns)
  return {
    rows: page.map((row) => toResponse(row, query.reader)),
    cursor: hasMore ? { values: terms.map((_, index) => last[`_${index}`] as string | null) } : null,
  }
}

/**
 * The statement for one page. It first finds the keys, separately for each organization, so that an index over
 * organization and order is read from its start, however many organizations and tenants there are. Then it reads the
 * rows of those keys.
 */
export function pageStatement(
  sql: Sql,
  grid: GridSource,
  scope: readonly number[],
  query: GridQuery,
  { columns, limit, cursor }: Required<BatchOptions>,
): Statement<Row> {
  const terms = orderTerms(grid.columns, grid.key, query.sorts)
  const selections = rowPlanOf(columns).read.map(([name, column]) => sql`${column.sql(sql)} as ${sql(name)}`)
  const order = terms.map(({ column }, index) => sql`(${comparable(column, sql)})::text as ${sql(`_${index}`)}`)
  const key = (grid.columns[grid.key] as Column).sql(sql)
  return sql`
    select ${join(sql, [...selections, ...order], ',')}
    ${grid.from(sql, anyOf(sql, scope), needsOf([...Object.values(columns), ...terms.map(({ column }) => column)]))}
    and ${key} = any(array(${keysSql(sql, grid, scope, query, limit, cursor)}))
    order by ${orderSql(sql, terms)}`
}

function keysSql(
  sql: Sql,
  grid: GridSource,
  scope: readonly number[],
  query: GridQuery,
  limit: number,
  cursor: Cursor | null,
): Fragment {
  const terms = orderTerms(grid.columns, grid.key, query.sorts)
  const used = [...conditionColumns(grid, query), ...terms.map(({ column }) => column)]
  const offset = cursor ? 0 : query.offset
  if (query.found) return fewKeysSql(sql, grid, scope, query, { limit, offset, cursor })
  const after = cursor ? sql`and ${afterSql(sql, terms, cursor.values)}` : sql``
  const order = terms.map(({ column }, index) => sql`${comparable(column, sql)} as ${sql(`_${index}`)}`)
  const sorted = terms.map((term, index) => directed(sql, sql`found.${sql(`_${index}`)}`, term))
  const branches = branchesOf(sql, grid, query).map(
    (where) => sql`
      (select ${(grid.columns[grid.key] as Column).sql(sql)} as _key, ${join(sql, order, ',')}
      ${grid.from(sql, (column) => sql`${column} = tenant.organization_id`, needsOf(used))}
      ${where} ${after}
      order by ${orderSql(sql, terms)}
      limit ${literal(sql, offset > 0 ? roundUp(limit + offset) : limit)})`,
  )
  return sql`
    select found._key
    from unnest(${scope}::int[]) as tenant (organization_id)
    cross join lateral (${branches.reduce((union, next) => sql`${union} union ${next}`)}) found
    order by ${join(sql, sorted, ',')}
    limit ${literal(sql, limit)} offset ${offset}::int`
}

/** As `keysSql`, where few keys are known: looking for them in each organization would cost more than sorting them. */
function fewKeysSql(
  sql: Sql,
  grid: GridSource,
  scope: readonly number[],
  query: GridQuery,
  { limit, offset, cursor }: { limit: number; offset: number; cursor: Cursor | null },
): Fragment {
  const terms = orderTerms(grid.columns, grid.key, query.sorts)
  const used = [...conditionColumns(grid, query), ...terms.map(({ column }) => column)]
  const after = cursor ? sql`and ${afterSql(sql, terms, cursor.values)}` : sql``
  return sql`
    select ${(grid.columns[grid.key] as Column).sql(sql)} as _key
    ${grid.from(sql, anyOf(sql, scope), needsOf(used))} ${whereSql(sql, grid, query)} ${after}
    order by ${orderSql(sql, terms)} limit ${literal(sql, limit)} offset ${offset}::int`
}

/** Rounds up to a power of two: a separate statement for each deep page would fill the server's memory with plans. */
const roundUp = (n: number): number => 2 ** Math.ceil(Math.log2(n))

const anyOf =
  (sql: Sql, scope: readonly number[]): InScope =>
  (column) =>
    sql`${column} = any(${scope}::int[])`

/** All rows of the query as ones, for counting. */
export const allRowsSql = (sql: Sql, grid: GridSource, scope: readonly number[], query: GridQuery): Fragment =>
  unionAll(
    sql,
    branchesOf(sql, grid, query, true).map(
      (where) => sql`select 1 ${grid.from(sql, anyOf(sql, scope), needsOf(conditionColumns(grid, query)))} ${where}`,
    ),
  )

/** The keys of the first rows of the query in its order: `row_key` and `row_number`, from 1. */
export function matchingKeysSql(
  sql: Sql,
  grid: GridSource,
  scope: readonly number[],
  query: GridQuery,
  max: number,
): Fragment {
  const terms = orderTerms(grid.columns, grid.key, query.sorts)
  const used = [...conditionColumns(grid, query), ...terms.map(({ column }) => column)]
  return sql`
    select ${(grid.columns[grid.key] as Column).sql(sql)} as row_key,
           row_number() over (order by ${orderSql(sql, terms)})::int as row_number
    ${grid.from(sql, anyOf(sql, scope), needsOf(used))} ${whereSql(sql, grid, query)}
    order by row_number limit ${max}::int`
}

/** The rows of these keys within the scope, unordered. */
export async function readRowsOf(
  sql: Sql,
  grid: GridSource,
  scope: readonly number[],
  keys: readonly number[],
  { columns, reader }: { columns: Columns; reader: Reader },
): Promise<GridRow[]> {
  const { read, toResponse } = rowPlanOf(columns)
  const selections = read.map(([name, column]) => sql`${column.sql(sql)} as ${sql(name)}`)
  const rows = await sql<Row>`
    select ${join(sql, selections, ',')}
    ${grid.from(sql, anyOf(sql, scope), needsOf(Object.values(columns)))}
    and ${(grid.columns[grid.key] as Column).sql(sql)} = any(${sql.array(keys)}::int[])`
  return rows.map((row) => toResponse(row, reader))
}

const needsOf = (used: readonly Pick<Column, 'needs'>[]): ReadonlySet<string> =>
  new Set(used.flatMap(({ needs }) => (needs ? [needs] : [])))

/** The columns used in a query's conditions. */
const conditionColumns = (grid: GridSource, { filters, search }: GridQuery): (Column | Narrowing)[] => [
  ...filters.map(({ name }) => filteredBy(grid, name)),
  ...searched(grid, search),
]

const filteredBy = ({ columns, narrowings }: GridSource, name: string) =>
  (columns[name] ?? narrowings?.[name]) as Column | Narrowing

const searched = ({ columns, searchText }: GridSource, search: string): Column[] =>
  search && !searchText ? Object.values(columns).filter((column) => column.search) : []

const unionAll = (sql: Sql, branches: readonly Fragment[]): Fragment =>
  branches.reduce((union, next) => sql`${union} union all ${next}`)

/**
 * The conditions of a query, one per part that is read separately. `once`: each row is in only one part, for counting.
 * A page takes duplicates instead, because excluding them would walk past all rows of the earlier parts.
 */
function branchesOf(sql: Sql, grid: GridSource, query: GridQuery, once = false): Fragment[] {
  for (const filter of query.filters) {
    const conditions = separateConditions(sql, filteredBy(grid, filter.name), filter)
    if (!conditions) continue
    const others = whereSql(sql, grid, { ...query, filters: query.filters.filter((other) => other !== filter) })
    return conditions.map((condition, index) => {
      const notBefore = conditions.slice(0, once ? index : 0).map((before) => sql`(${before}) is not true`)
      return sql`and ${join(sql, [condition, ...notBefore], 'and')} ${others}`
    })
  }
  return [whereSql(sql, grid, query)]
}

function whereSql(
  sql: Sql,
  grid: GridSource,
  { filters, search, found, named }: Pick<GridQuery, 'filters' | 'search' | 'found' | 'named'>,
): Fragment {
  const conditions = filters.map((filter) => filterSql(sql, filteredBy(grid, filter.name), filter))
  const searchSql = search && !named ? searchConditionSql(sql, grid, search) : null
  const keySql = found && sql`${(grid.columns[grid.key] as Column).sql(sql)} = any(${sql.array(found)}::int[])`
  const allConditions = [...conditions, ...(searchSql ? [searchSql] : []), ...(keySql ? [keySql] : [])]
  return allConditions.length > 0 ? sql`and ${join(sql, allConditions, 'and')}` : sql``
}

/**
 * Every word of a search must occur somewhere in the row: 'Ana Smith' finds a first and a last name. The sub-select
 * hides the words from the planner, which would take letters missing from its sample for rare, and read and sort a
 * whole list whose first page is enough. Several words would look rarer still, so the planner weighs only the longest.
 */
function searchConditionSql(sql: Sql, grid: GridSource, search: string): Fragment | null {
  const text = searchedText(sql, grid, search)
  if (!text) return null
  const [longest = '', ...others] = wordsOf(search).map((word) => likePattern('contains', word))
  return sql`
    ${text} like (select ${longest}::text)
    and (select bool_and(${text} like word) from unnest(${sql.array(others)}::text[]) word) is not false`
}

/** All searchable text of a row; null if the list has none. */
function searchedText(sql: Sql, grid: GridSource, search: string): Fragment | null {
  if (grid.searchText) return grid.searchText(sql)
  const texts = searched(grid, search).map((column) => column.sql(sql))
  return texts.length === 0 ? null : sql`platform.search_form(concat_ws(' ', ${join(sql, texts, ',')}))`
}

/** Identifies the list that a cursor belongs to; any other list refuses it. */
function bindingOf(grid: GridSource, { actor, organization }: Ctx, { sorts, filters, search }: GridQuery): string {
  const user = actor.kind === 'user' ? actor.user_id : 0
  return JSON.stringify([grid.calls.fetch, organization.organization_id, user, sorts, filters, search])
}

export const cursorText = (ctx: Ctx, grid: GridSource, query: GridQuery, cursor: Cursor | null): string | null =>
  cursor && writeCursor(ctx.use(secretPort), bindingOf(grid, ctx, query), cursor)

/** The cursor of a query, null for the first page; throws `invalid` for another list's cursor. */
export function cursorOf(ctx: Ctx, grid: GridSource, query: GridQuery): Cursor | null {
  if (!query.after_id) return null
  const cursor = readCursor(ctx.use(secretPort), bindingOf(grid, ctx, query), query.after_id)
  if (cursor) return cursor
  throw errors.invalid({}, {}, [{ path: 'after_id', message: localText(ctx.locale, queryWords, 'badCursor') }])
}
