import type { Fragment, Sql, SqlValue } from './sql.ts'

const arrays = {
  int: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::int[])`,
  bigint: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::bigint[])`,
  text: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::text[])`,
  boolean: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::boolean[])`,
  uuid: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::uuid[])`,
  bytea: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::bytea[])`,
  timestamptz: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values)}::timestamptz[])`,
  jsonb: (sql: Sql, values: readonly unknown[]) => sql`(select ${sql.array(values.map(jsonText))}::jsonb[])`,
}

const jsonText = (value: unknown) => (value === null ? null : JSON.stringify(value))

type Types<Input> = Readonly<Record<keyof Input & string, keyof typeof arrays>>

/**
 * Builds table `a` from many requests, for one statement that serves them all: one column per named type, and
 * `a.request_number`, which `alignRows` needs. Null is SQL NULL.
 *
 * Each array has its own select. Otherwise PostgreSQL would make a new plan for every number of requests, which costs
 * more than most lookups.
 */
export function batchRows<Input extends Readonly<Record<string, unknown>>>(
  sql: Sql,
  inputs: readonly Input[],
  types: Types<Input>,
): Fragment {
  const names = Object.keys(types) as (keyof Input & string)[]
  const lists = names.map((name, index) => {
    const list = arrays[types[name]](
      sql,
      inputs.map((input) => input[name]),
    )
    return index === 0 ? list : sql`, ${list}`
  })
  const columns = names.map((name) => sql`${sql(name)}, `)
  return sql`unnest(${lists as readonly SqlValue[]}) with ordinality a(${columns} request_number)`
}

/** The row of each request, or null if there is none. */
export function alignRows<Row extends { readonly request_number: number }>(
  inputs: readonly unknown[],
  rows: readonly Row[],
) {
  const byRequest = new Map(rows.map((row) => [row.request_number, row]))
  return inputs.map((_, index) => byRequest.get(index + 1) ?? null)
}
