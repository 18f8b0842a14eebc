import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { toCents, toDollars } from '#platform/money.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import type { Locale, Text } from '#platform/texts.ts'
import { parseTypedDay } from '#platform/typed-day.ts'
import type { Tone } from '#platform/ui/badge.tsx'

/** How a column is stored, answered, filtered and shown. `money` is cents in SQL and dollars in answers. */
export type ColumnKind = 'text' | 'number' | 'money' | 'instant' | 'date' | 'status' | 'flag' | 'json'

/** One column of a grid under its name in answers, filters and `sort_by`. */
export type Column = {
  readonly label: Text
  readonly kind: ColumnKind
  /** The hand-written expression over the tables of `from`. */
  readonly sql: (sql: Sql) => Fragment
  /**
   * What is true of the rows with this value, where an index is over something else than `sql`. Several: one of them is
   * true, and each is read by an index of its own; one condition with `or` would read every row and sort it.
   */
  readonly equals?: (sql: Sql, value: string | number | boolean) => Fragment | readonly Fragment[]
  /** The optional part of `from` that the expression needs. */
  readonly needs?: string
  /** May be null: nulls come last in either direction. */
  readonly nullable?: true
  /** Sortable and filterable by default (json never is). */
  readonly sort?: false
  readonly filter?: false
  /** `hidden`: at first not in the table; `never`: in the answer alone. */
  readonly shown?: 'hidden' | 'never'
  /** The words of a status. */
  readonly choices?: Readonly<Record<number, Text>>
  /** Colors of statuses where they differ from the product's usual ones. */
  readonly tones?: Readonly<Record<number, Tone>>
  /** Icons of statuses, by their names in `status-icon.tsx`, each in a color of its own. */
  readonly icons?: Readonly<Record<number, { readonly icon: string; readonly tone: Tone }>>
  /** A sign beside the value where the column `by` has one; `{value}` in its text is that value. */
  readonly remark?: { readonly by: string; readonly text: Text }
  /** The shape of a json column. */
  readonly shape?: z.ZodType
  /** Searched by the grid's search field. */
  readonly search?: true
  /** What a code is called: answers hold these words instead, so the column is neither sorted nor filtered by. */
  readonly words?: (code: string, locale: Locale, use: Ctx['use']) => string
  /** The column that says where the value leads, an address or null. */
  readonly link?: string
  /** Who may follow the link; everyone if absent. */
  readonly linkFor?: PermissionKey
  /** A click copies the link instead and shows these words. */
  readonly copies?: Text
  /** An instant that is shown with its time. */
  readonly precise?: true
  /** Whose table has the column; everyone's if absent. The answer always has it: it is not secret. */
  readonly shownTo?: (actor: Actor) => boolean
}
export type Columns = Readonly<Record<string, Column>>

/** A filter without a column: a row may have any number of these values, so that no cell could hold them. */
export type Narrowing = Pick<Column, 'label' | 'needs' | 'choices'> & {
  readonly kind: Exclude<ColumnKind, 'json'>
  /** The hand-written condition on a row; `fits` makes the condition on one of its values. */
  readonly where: (sql: Sql, fits: (value: Fragment) => Fragment) => Fragment
}
export type Narrowings = Readonly<Record<string, Narrowing>>

/** Parts of a list by their names: a label, and `operator:value` texts by column or narrowing; the whole list has none. */
export type Switches = Readonly<
  Record<string, { readonly label: Text; readonly filters: Readonly<Record<string, readonly string[]>> }>
>

export const isSortable = ({ kind, sort, words }: Column): boolean => kind !== 'json' && sort !== false && !words
export const isFilterable = ({ kind, filter, words }: Column): boolean => kind !== 'json' && filter !== false && !words

/** What rows are compared by: texts without regard to case. */
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

/** The shape of a column in answers. */
export function answerShape({ kind, nullable, shape }: Column): z.ZodType {
  const own = kind === 'json' ? (shape ?? z.unknown()) : shapes[kind]
  return nullable ? own.nullable() : own
}

/** Who reads a list: their language, and the ports that its words may need. */
export type Reader = Pick<Ctx, 'locale' | 'use' | 'organization'>

/** A value of the database as the answer holds it: instants ISO 8601, money in dollars, codes in words. */
export function answerValue({ kind, words }: Column, value: unknown, { locale, use }: Reader): unknown {
  if (value === null || value === undefined) return null
  if (words) return words(String(value), locale, use)
  if (value instanceof Date) return value.toISOString()
  if (kind === 'money') return toDollars(Number(value))
  return kind === 'number' ? Number(value) : value
}

/** The text of a filter as a parameter of the column's kind, or undefined where it is none. */
export function parseOperand({ kind }: Pick<Column, 'kind'>, text: string): string | number | boolean | undefined {
  const value = text.trim()
  if (kind === 'status') return /^\d{1,9}$/.test(value) ? Number(value) : undefined
  if (kind === 'number' || kind === 'money') return parseNumber(kind, value)
  if (kind === 'flag') return flags[value.toLowerCase()]
  if (kind === 'date' || kind === 'instant') return parseDay(value)
  return value
}

/** As people write it: '1,200' and '$19.95', too. */
function parseNumber(kind: 'number' | 'money', text: string): number | undefined {
  const plain = text
    .replace(kind === 'money' ? /^(-?)\$ ?/ : /^(-?)/, '$1')
    .replace(/^-?\d{1,3}(,\d{3})+(?!\d)/, (thousands) => thousands.replaceAll(',', ''))
  if (kind === 'number') return /^-?\d{1,12}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(plain) ? toCents(plain) : undefined
}

const flags: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

/** 'YYYY-MM-DD' of a day as MM/DD/YYYY or with the year first, or undefined where there is no such day. */
export const parseDay = (text: string): string | undefined => parseTypedDay(text, 'en-us') ?? undefined
