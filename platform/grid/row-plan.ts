import type { Fragment } from '#platform/db/sql.ts'
import { type Column, type Columns, type Reader, responseValue } from './columns.ts'

export type GridRow = Readonly<Record<string, unknown>>
/** A row as the database returns it: one field per expression, named after its first column. */
export type Row = Record<string, unknown>

type RowPlan = {
  /** The columns to read, one per expression. */
  readonly read: readonly (readonly [name: string, column: Column])[]
  readonly toResponse: (row: Readonly<Row>, reader: Reader) => GridRow
}

const rowPlans = new WeakMap<Columns, RowPlan>()

/** Plans how rows of these columns are read and mapped: columns that share one `sql` are read once. */
export function rowPlanOf(columns: Columns): RowPlan {
  const plan = rowPlans.get(columns) ?? makeRowPlan(Object.entries(columns))
  rowPlans.set(columns, plan)
  return plan
}

function makeRowPlan(all: readonly (readonly [string, Column])[]): RowPlan {
  const first = new Map<(...args: never[]) => Fragment, string>()
  for (const [name, { sql }] of all) if (!first.has(sql)) first.set(sql, name)
  const fields = all.map(([name, column]) => ({ name, column, from: first.get(column.sql) as string }))
  return {
    read: all.filter(([name, { sql }]) => first.get(sql) === name),
    toResponse: (row, reader) =>
      Object.fromEntries(fields.map(({ name, column, from }) => [name, responseValue(column, row[from], reader)])),
  }
}
