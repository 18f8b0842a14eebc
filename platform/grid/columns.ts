import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { toCents, toDollars } from '#platform/money.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { phoneDigits } from '#platform/phone.ts'
import { z } from '#platform/schema.ts'
import type { Locale, Text } from '#platform/texts.ts'
import { parseTypedDay } from '#platform/typed-day.ts'
import type { Tone } from '#platform/ui/badge.tsx'

/** How a column is stored, returned, filtered and shown. `money` is cents in SQL and dollars in responses. */
export type ColumnKind = 'text' | 'number' | 'money' | 'instant' | 'date' | 'status' | 'flag' | 'json'

/** One column of a grid. Its name is used in responses, filters and `sort_by`. */
export type Column = {
  readonly label: Text
  readonly kind: ColumnKind
  /** The hand-written expression over the tables of `from`. */
  readonly sql: (sql: Sql) => Fragment
  /**
   * A condition that selects the rows with this value, for an index on something other than `sql`. An array means that
   * any one of the conditions holds: each is read with its own index, whereas one condition with `or` would read and
   * sort every row.
   */
  readonly equals?: (sql: Sql, value: string | number | boolean) => Fragment | readonly Fragment[]
  /** The optional part of `from` that the expression needs. */
  readonly needs?: string
  /** Nulls are allowed and come last in either direction. */
  readonly nullable?: true
  /** Sortable and filterable by default (json never is). */
  readonly sort?: false
  readonly filter?: false
  /** `hidden`: not in the table at first; `never`: only in the response. */
  readonly shown?: 'hidden' | 'never'
  /** The labels of a status. */
  readonly choices?: Readonly<Record<number, Text>>
  /** Status colors that differ from the product's usual ones. */
  readonly tones?: Readonly<Record<number, Tone>>
  /** Status icons, by their names in `status-icon.tsx`, each with its color. */
  readonly icons?: Readonly<Record<number, { readonly icon: string; readonly tone: Tone }>>
  /** An icon beside the value if the column `by` is set; `{value}` in its text is that column's value. */
  readonly remark?: { readonly by: string; readonly text: Text }
  /** The column whose value this one continues, as a last name does; beside it, both are one on a card and in the row's name. */
  readonly continues?: string
  /** The shape of a json column. */
  readonly shape?: z.ZodType
  /** Searched by the grid's search field. */
  readonly search?: true
  /** The label of a code. Responses contain the label, so the column can't be sorted or filtered. */
  readonly words?: (code: string, locale: Locale, use: Ctx['use']) => string
  /** The column with the value's link, an address or null. */
  readonly link?: string
  /** Who may follow the link; everyone if absent. */
  readonly linkFor?: PermissionKey
  /** Clicking copies the link instead, and shows this text. */
  readonly copies?: Text
  /** An instant that is shown with its time. */
  readonly precise?: true
  /** A text of a phone number: people read '(555) 123-4567', and a filter takes it in any form. Responses have digits. */
  readonly phone?: true
  /** The permission to see the column; everyone if absent. The response always has it: it is not secret. */
  readonly shownTo?: (actor: Actor) => boolean
}
export type Columns = Readonly<Record<string, Column>>

/** A filter without a column, for values that a row may have several of. */
export type Narrowing = Pick<Column, 'label' | 'needs' | 'choices'> & {
  readonly kind: Exclude<ColumnKind, 'json'>
  /** A condition on the row; `matches` builds the condition on one of its values. */
  readonly where: (sql: Sql, matches: (value: Fragment) => Fragment) => Fragment
}
export type Narrowings = Readonly<Record<string, Narrowing>>

/** Named subsets of a list: a label, and `operator:value` texts by column or narrowing; none for the whole list. */
export type Switches = Readonly<
  Record<string, { readonly label: Text; readonly filters: Readonly<Record<string, readonly string[]>> }>
>

export const isSortable = ({ kind, sort, words }: Column): boolean => kind !== 'json' && sort !== false && !words
export const isFilterable = ({ kind, filter, words }: Column): boolean => kind !== 'json' && filter !== false && !words

/** The expression that rows are compared by: texts ignore case. */
export function comparable(column: Column, sql: Sql): Fragment {
  return column.kind === 'text' ? sql`lower(${column.sql(sql)})` : column.sql(sql)
}

const shapes: Record<Exclude<ColumnKind, 'json'>, z.ZodType> = {
  text: z.string(),
  number: z.number(),
  money: z.number(),
  instant: z.string(),
  date: z.string(),
  status: z.int(),
  flag: z.boolean(),
}

/** The schema of a column in responses. */
export function responseShape({ kind, nullable, shape }: Column): z.ZodType {
  const shapeOfKind = kind === 'json' ? (shape ?? z.unknown()) : shapes[kind]
  return nullable ? shapeOfKind.nullable() : shapeOfKind
}

/** The reader of a list: their language, and the ports that labels may need. */
export type Reader = Pick<Ctx, 'locale' | 'use' | 'organization'>

/** Converts a database value for the response: instants to ISO 8601, money to dollars, codes to labels. */
export function responseValue({ kind, words }: Column, value: unknown, { locale, use }: Reader): unknown {
  if (value === null || value === undefined) return null
  if (words) return words(String(value), locale, use)
  if (value instanceof Date) return value.toISOString()
  if (kind === 'money') return toDollars(Number(value))
  return kind === 'number' ? Number(value) : value
}

/** Parses a filter's text as a parameter of the column's kind; undefined if it is not one. */
export function parseOperand(
  { kind, phone }: Pick<Column, 'kind' | 'phone'>,
  text: string,
): string | number | boolean | undefined {
  const value = text.trim()
  if (phone) return phoneDigits(value)
  if (kind === 'status') return /^\d{1,9}$/.test(value) ? Number(value) : undefined
  if (kind === 'number' || kind === 'money') return parseNumber(kind, value)
  if (kind === 'flag') return flags[value.toLowerCase()]
  if (kind === 'date' || kind === 'instant') return parseDay(value)
  return value
}

/** Accepts what people write, such as '1,200' and '$19.95'. */
function parseNumber(kind: 'number' | 'money', text: string): number | undefined {
  const plain = text
    .replace(kind === 'money' ? /^(-?)\$ ?/ : /^(-?)/, '$1')
    .replace(/^-?\d{1,3}(,\d{3})+(?!\d)/, (thousands) => thousands.replaceAll(',', ''))
  if (kind === 'number') return /^-?\d{1,12}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(plain) ? toCents(plain) : undefined
}

const flags: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

/** 'YYYY-MM-DD' from MM/DD/YYYY or a year-first date; undefined if there is no such day. */
export const parseDay = (text: string): string | undefined => parseTypedDay(text, 'en-us') ?? undefined
