import postgres from 'postgres'
import { clientOptions } from '#platform/db/slot.ts'
import type { Written } from './write-statement.ts'

/** One column as the server describes it. */
export type Column = {
  readonly name: string
  readonly type: number
  /** Its table's column, if it is one. */
  readonly attribute?: string
  /** Whether the table lets that column be null, and nothing in the statement seems to exclude such rows. */
  readonly nullable: boolean
  /** Whether it comes from an outer join's side that may have no row. */
  readonly joined: boolean
  /** Whether it is an aggregate that is null over no rows. */
  readonly empty: boolean
}

/** Prepares statements on the database without running them. */
export async function openDescriber(url: string, connections = 4) {
  const sql = postgres(url, { ...clientOptions({ url, name: 'waypost/describe' }, () => {}), max: connections })
  const attributes = await sql<{ key: string; not_null: boolean; name: string }[]>`
    select a.attrelid || ' ' || a.attnum as key, a.attnotnull or c.relkind = 'v' as not_null, format('%s.%s', c.oid::regclass, a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`
  const attributeByKey = new Map(attributes.map((row) => [row.key, row]))

  async function describe({ text, types }: Written): Promise<Column[]> {
    const values = types.map((type) => sql.typed('' as never, type))
    const { columns } = await sql.unsafe(text, values as never[]).describe()
    // No columns at all: an update without `returning`.
    if (!columns) return []
    const { joined, empty } = await missingOf(text)
    return columns.map(({ name, type, table, number }, index) => {
      const attribute = attributeByKey.get(`${table} ${number}`)
      const nullable = attribute !== undefined && !attribute.not_null && !excludesNull(text, attribute.name)
      return {
        name,
        type,
        nullable,
        joined: joined.has(index),
        empty: empty.has(index),
        ...(attribute && { attribute: attribute.name }),
      }
    })
  }

  /** The positions of columns that the plan takes from a side that may have no row. */
  async function missingOf(text: string): Promise<{ joined: Set<number>; empty: Set<number> }> {
    // The parameters' types can't be passed here; a statement that needs them has no plan.
    const rows = await sql.unsafe(`explain (verbose, format json, generic_plan) ${text}`).catch(() => [])
    const plan = (rows[0]?.['QUERY PLAN'] as [{ Plan: Plan }] | undefined)?.[0].Plan
    const placesOf = (outputs: readonly string[]) => {
      const missingColumns = new Set(outputs)
      return new Set(plan?.Output?.flatMap((output, index) => (missingColumns.has(output) ? [index] : [])))
    }
    return { joined: placesOf(plan ? joinedOutputs(plan) : []), empty: placesOf(plan ? emptyOutputs(plan) : []) }
  }

  return { describe, close: () => sql.end({ timeout: 1 }) }
}

type Plan = {
  readonly Output?: readonly string[]
  readonly 'Join Type'?: string
  readonly Strategy?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly Plan[]
}

function joinedOutputs(plan: Plan): string[] {
  const type = plan['Join Type']
  return (plan.Plans ?? []).flatMap((child) => {
    const side = child['Parent Relationship']
    const isMissing = type === 'Full' || (type === 'Left' && side === 'Inner') || (type === 'Right' && side === 'Outer')
    return [...(isMissing ? (child.Output ?? []) : []), ...joinedOutputs(child)]
  })
}

/** Aggregates without groups: they return one row even for no input. */
function emptyOutputs(plan: Plan): string[] {
  const groupOutput = plan.Strategy === 'Plain' ? (plan.Output ?? []) : []
  return [...groupOutput.filter((output) => nullOfNone.test(output)), ...(plan.Plans ?? []).flatMap(emptyOutputs)]
}

const nullOfNone = /^\(*(?:sum|min|max|avg|bool_and|bool_or|every|string_agg|array_agg|jsonb?_(?:object_)?agg)\(/

/** A column that is compared or checked for null is assumed to have a value in every row. */
function excludesNull(text: string, column: string): boolean {
  const name = column.split('.').at(-1)!
  return new RegExp(
    `\\b${name}(?:::\\w+)?\\s+(?:is not null|[=<>]+|in\\b|between|like)|=\\s*(?:\\w+\\.)?${name}\\b`,
  ).test(text)
}
