import { hash, timingSafeEqual } from 'node:crypto'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { type Column, type ColumnKind, type Columns, comparable } from './columns.ts'
import { join, numberSql } from './filters.ts'
import type { Sort } from './query.ts'

/** One expression of the order. Together they are unique, because the key comes last. */
export type OrderTerm = { readonly name: string; readonly column: Column; readonly descending: boolean }

/**
 * The sorts of a query followed by the key, in the direction of the first sort so that one index serves both
 * directions.
 */
export function orderTerms(columns: Columns, key: string, sorts: readonly Sort[]): OrderTerm[] {
  const sortsByKey = sorts.some(({ name }) => name === key)
  const all = sortsByKey ? sorts : [...sorts, { name: key, descending: sorts[0]?.descending ?? false }]
  return all.map(({ name, descending }) => ({ name, descending, column: columns[name] as Column }))
}

export function orderSql(sql: Sql, terms: readonly OrderTerm[]): Fragment {
  return join(
    sql,
    terms.map((term) => directed(sql, comparable(term.column, sql), term)),
    ',',
  )
}

/** An expression with its sort direction. */
export function directed(sql: Sql, expression: Fragment, { column, descending }: OrderTerm): Fragment {
  if (!descending) return sql`${expression} asc`
  return column.nullable ? sql`${expression} desc nulls last` : sql`${expression} desc`
}

/** The condition for rows after these values. Values are the database's own text, so that no microsecond is lost. */
export function afterSql(sql: Sql, terms: readonly OrderTerm[], values: readonly (string | null)[]): Fragment {
  const [first] = terms
  const uniform = terms.every(({ column, descending }) => !column.nullable && descending === first?.descending)
  if (uniform) return rowAfterSql(sql, terms, values)
  const cases = terms.map((term, index) => {
    const equal = terms.slice(0, index).map((before, place) => equalSql(sql, before, values[place] ?? null))
    return sql`(${join(sql, [...equal, strictlyAfter(sql, term, values[index] ?? null)], 'and')})`
  })
  return sql`(${join(sql, cases, 'or')})`
}

/** A row comparison, because an index over the same columns can start from it. */
function rowAfterSql(sql: Sql, terms: readonly OrderTerm[], values: readonly (string | null)[]): Fragment {
  const fragment = join(
    sql,
    terms.map(({ column }) => comparable(column, sql)),
    ',',
  )
  const right = join(
    sql,
    terms.map(({ column }, index) => typedValue(sql, column.kind, values[index] ?? null)),
    ',',
  )
  return terms[0]?.descending ? sql`(${fragment}) < (${right})` : sql`(${fragment}) > (${right})`
}

function equalSql(sql: Sql, { column }: OrderTerm, value: string | null): Fragment {
  const expression = comparable(column, sql)
  return value === null ? sql`${expression} is null` : sql`${expression} = ${typedValue(sql, column.kind, value)}`
}

function strictlyAfter(sql: Sql, { column, descending }: OrderTerm, value: string | null): Fragment {
  if (value === null) return sql`false`
  const expression = comparable(column, sql)
  const limit = typedValue(sql, column.kind, value)
  const isAfter = descending ? sql`${expression} < ${limit}` : sql`${expression} > ${limit}`
  return column.nullable ? sql`(${isAfter} or ${expression} is null)` : isAfter
}

function typedValue(sql: Sql, kind: ColumnKind, value: string | null): Fragment {
  if (kind === 'instant') return sql`${value}::timestamptz`
  if (kind === 'date') return sql`${value}::date`
  if (kind === 'flag') return sql`${value}::boolean`
  return kind === 'text' ? sql`${value}::text` : numberSql(sql, value ?? '0')
}

/** The number of rows of a list; `estimated` if they were not all counted. */
export type Count = { readonly count: number; readonly estimated: boolean }

/** The end of a page, and the list's count when its first page was fetched. */
export type Cursor = { readonly values: readonly (string | null)[]; readonly counted?: Count }

/** Only a holder of the secret can create it. With SHA-3, prefixing the key to the message is a sound MAC. */
const sign = (secret: string, binding: string, payload: string) =>
  hash('sha3-256', `${secret}\ngrid cursor\n${binding}\n${payload}`, 'buffer').subarray(0, 16)

/** Writes a cursor that only this list accepts; `binding` identifies it: grid, organization, order and filters. */
export function writeCursor(secret: string, binding: string, cursor: Cursor): string {
  const payload = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${payload}.${sign(secret, binding, payload).toString('base64url')}`
}

/** Parses a cursor; null if it was changed or belongs to another list. */
export function readCursor(secret: string, binding: string, text: string): Cursor | null {
  const [payload = '', signature = ''] = text.split('.')
  const proof = Buffer.from(signature, 'base64url')
  const expected = sign(secret, binding, payload)
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
