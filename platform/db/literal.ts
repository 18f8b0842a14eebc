import type { Fragment, Sql } from './sql.ts'

const numerals = new Map<number, TemplateStringsArray>()

/**
 * A whole number in the text of a statement. As a parameter it would be unknown to the plan that the server keeps for
 * a statement used often, which then prepares for a tenth of the table and joins it from end to end.
 */
export function literal(sql: Sql, n: number): Fragment {
  const text = String(Math.trunc(n))
  const strings = numerals.get(n) ?? Object.assign([text], { raw: [text] })
  numerals.set(n, strings)
  return sql(strings)
}

/** Whole numbers for `in (…)`, in the text of a statement: a partial index is used only for literals that it names. */
export const literals = (sql: Sql, numbers: readonly number[]): Fragment =>
  numbers.slice(1).reduce((list, n) => sql`${list}, ${literal(sql, n)}`, literal(sql, numbers[0]!))

const texts = new Map<string, TemplateStringsArray>()

/** Names of the code as an array in the text of a statement, for the same reason: the server then looks them up by hash. */
export function literalNames(sql: Sql, names: readonly string[]): Fragment {
  const strange = names.find((name) => !/^[\w.:-]+$/.test(name))
  if (strange !== undefined) throw new Error(`${strange} is no plain name`)
  const text = `'{${names.join(',')}}'::text[]`
  const strings = texts.get(text) ?? Object.assign([text], { raw: [text] })
  texts.set(text, strings)
  return sql(strings)
}
