import type { Fragment, Sql } from './sql.ts'

const numerals = new Map<number, TemplateStringsArray>()

/**
 * A whole number inlined into a statement. The generic plan of a frequent statement doesn't know a parameter's value;
 * it would plan for a tenth of the table and join it from end to end.
 */
export function literal(sql: Sql, n: number): Fragment {
  const text = String(Math.trunc(n))
  const strings = numerals.get(n) ?? Object.assign([text], { raw: [text] })
  numerals.set(n, strings)
  return sql(strings)
}

/** Inlined whole numbers for `in (…)`: PostgreSQL uses a partial index only for the literals of its condition. */
export const literals = (sql: Sql, numbers: readonly number[]): Fragment =>
  numbers.slice(1).reduce((list, n) => sql`${list}, ${literal(sql, n)}`, literal(sql, numbers[0]!))

const texts = new Map<string, TemplateStringsArray>()

/** Inlined names as an array, for the same reason: the server then uses a hash lookup. */
export function literalNames(sql: Sql, names: readonly string[]): Fragment {
  const badName = names.find((name) => !/^[\w.:-]+$/.test(name))
  if (badName !== undefined) throw new Error(`${badName} is not a plain name`)
  const text = `'{${names.join(',')}}'::text[]`
  const strings = texts.get(text) ?? Object.assign([text], { raw: [text] })
  texts.set(text, strings)
  return sql(strings)
}
