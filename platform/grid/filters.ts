import { composed } from '#platform/composed.shared.ts'
import { literal } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { searchForm } from '#platform/search-form.ts'
import { defaultZone } from '#platform/zone.ts'
import { type Column, type Narrowing, parseOperand } from './columns.ts'
import type { queryWords } from './grid.texts.ts'

const operators = ['contains', 'start', 'exact', 'gte', 'lte', 'before', 'after', 'last'] as const
export type Operator = (typeof operators)[number]
type Operand = string | number | boolean
/** One filter with at least one term: all bounds must hold, and at least one of the other terms if there are any. */
export type Filter = {
  readonly name: string
  readonly terms: readonly { op: Operator; value: Operand }[]
  /** The zone that days of instants are counted in; `defaultZone` by default. */
  readonly zone?: string
}

type FilteredColumn = Pick<Column, 'kind' | 'phone'>
const rangedKinds = new Set<Column['kind']>(['number', 'money', 'instant', 'date'])
const isDay = ({ kind }: FilteredColumn): boolean => kind === 'instant' || kind === 'date'
const bounds: ReadonlySet<Operator> = new Set(['gte', 'lte', 'before', 'after', 'last'])
/** The largest number of days for `last`. */
const maxDays = 3_650

/** Parses `operator:value` texts of one column (a bare text means `contains`, any other bare value `exact`). */
export function parseFilter(
  name: string,
  column: FilteredColumn,
  texts: readonly string[],
): Filter | keyof typeof queryWords {
  const terms: { op: Operator; value: Operand }[] = []
  for (const text of texts) {
    const { op, rest } = splitOperator(column, text)
    if (!op) return 'unknownOperator'
    if (rest.trim() === '') continue
    if (!isAllowed(column, op)) return 'badOperator'
    const value = op === 'last' ? parseDays(rest) : parseOperand(column, rest)
    if (value === undefined) {
      if (op === 'last') return 'badDays'
      return isDay(column) ? 'badDate' : 'badValue'
    }
    terms.push({ op, value })
  }
  const from = terms.find(({ op }) => op === 'gte')
  const to = terms.find(({ op }) => op === 'lte')
  if (from && to && from.value > to.value) return isDay(column) ? 'endBeforeStart' : 'mostBelowLeast'
  return { name, terms }
}

/** A word and a colon before a value ('gt:5', 'like:Foo'), but not an address ('https://…') or prose ('Re: exam'). */
const operatorLike = /^[A-Za-z_]+:(?!\/\/|\s|$)/

function splitOperator({ kind }: FilteredColumn, text: string): { op: Operator | null; rest: string } {
  const at = text.indexOf(':')
  const op = operators.find((operator) => operator === text.slice(0, at))
  if (op) return { op, rest: text.slice(at + 1) }
  // As a bare text it would find nothing, and the sender would not learn why.
  if (operatorLike.test(text)) return { op: null, rest: text }
  return { op: kind === 'text' ? 'contains' : 'exact', rest: text }
}

function isAllowed(column: FilteredColumn, op: Operator): boolean {
  if (op === 'exact') return true
  if (op === 'gte' || op === 'lte') return rangedKinds.has(column.kind)
  return bounds.has(op) ? isDay(column) : column.kind === 'text'
}

function parseDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return days >= 1 && days <= maxDays ? days : undefined
}

/** The SQL condition of a filter. */
export function filterSql(sql: Sql, filtered: Column | Narrowing, filter: Filter): Fragment {
  const matches = (value: Fragment) => filterMatchSql(sql, filtered, value, filter)
  return 'where' in filtered ? filtered.where(sql, matches) : matches(filtered.sql(sql))
}

function filterMatchSql(sql: Sql, filtered: Column | Narrowing, expression: Fragment, filter: Filter): Fragment {
  const { terms, zone = defaultZone } = filter
  const at: Compared = {
    kind: filtered.kind,
    expression,
    zone,
    equals: 'sql' in filtered ? filtered.equals : undefined,
  }
  const bounded = terms.filter(({ op }) => bounds.has(op)).map(({ op, value }) => boundSql(sql, at, op, value))
  const values = terms.filter(({ op }) => !bounds.has(op))
  const choices = isPlanned(filtered, values)
    ? [...new Set(values.map(({ value }) => Number(value)))]
        .toSorted((a, b) => a - b)
        .map((value) => sql`${expression} = ${literal(sql, value)}`)
    : values.map(({ op, value }) => match(sql, at, op, value))
  const either = choices.length > 0 ? [sql`(${join(sql, choices, 'or')})`] : []
  return join(sql, [...bounded, ...either], 'and')
}

/** Each set of statuses is its own statement. */
const maxPlanned = 3

/**
 * Whether statuses are inlined into the statement. Row counts differ widely between statuses, and a generic plan would
 * walk the whole list to find the few waiting rows. Only the column's own choices are inlined, so the number of
 * statements is limited.
 */
const isPlanned = (filtered: Column | Narrowing, terms: Filter['terms']): boolean =>
  filtered.kind === 'status' &&
  !('where' in filtered) &&
  !filtered.equals &&
  terms.length <= maxPlanned &&
  terms.every(({ value }) => Object.hasOwn(filtered.choices ?? {}, String(value)))

type Compared = { kind: Column['kind']; expression: Fragment; zone: string; equals: Column['equals'] | undefined }

function boundSql(sql: Sql, { kind, expression, zone }: Compared, op: Operator, value: Operand): Fragment {
  if (kind === 'instant' || kind === 'date') return dayBound(sql, { kind, expression, zone }, op, value)
  const typed = numberSql(sql, String(value))
  return op === 'gte' ? sql`${expression} >= ${typed}` : sql`${expression} <= ${typed}`
}

/** A day ends when the next one begins; days of instants are the organization's days, as shown. */
function dayBound(
  sql: Sql,
  at: Pick<Compared, 'kind' | 'expression' | 'zone'>,
  op: Operator,
  value: Operand,
): Fragment {
  const { kind, expression, zone } = at
  const start = (day: Fragment) => (kind === 'date' ? day : sql`${day}::timestamp at time zone ${zone}`)
  const from = (day: Fragment) => sql`${expression} >= ${start(day)}`
  const until = (day: Fragment) => sql`${expression} < ${start(day)}`
  switch (op) {
    case 'last': {
      const today = sql`(platform.now() at time zone ${zone})::date`
      return sql`(${from(sql`(${today} - ${Number(value) - 1}::int)`)} and ${until(sql`(${today} + 1)`)})`
    }
    case 'gte':
      return from(sql`${value}::date`)
    case 'after':
      return from(sql`(${value}::date + 1)`)
    case 'before':
      return until(sql`${value}::date`)
    default:
      return until(sql`(${value}::date + 1)`)
  }
}

function match(sql: Sql, at: Compared, op: Operator, value: Operand): Fragment {
  const { kind, expression, equals } = at
  if (equals && op === 'exact') return anyOf(sql, equals(sql, value))
  switch (kind) {
    case 'text':
      return op === 'exact'
        ? sql`${expression} ilike ${likePattern(op, String(value))}`
        : sql`platform.search_form(${expression}) like ${likePattern(op, searchForm(String(value)))}`
    case 'instant':
      return sql`(${boundSql(sql, at, 'gte', value)} and ${boundSql(sql, at, 'lte', value)})`
    case 'date':
      return sql`${expression} = ${value}::date`
    case 'flag':
      return sql`${expression} = ${value}::boolean`
    default:
      return sql`${expression} = ${numberSql(sql, String(value))}`
  }
}

const anyOf = (sql: Sql, conditions: Fragment | readonly Fragment[]): Fragment =>
  isSeveral(conditions) ? sql`(${join(sql, conditions, 'or')})` : conditions

const isSeveral = (conditions: Fragment | readonly Fragment[]): conditions is readonly Fragment[] =>
  Array.isArray(conditions)

/** The conditions of a one-value filter that are read separately; null for any other filter. */
export function separateConditions(
  sql: Sql,
  filtered: Column | Narrowing,
  { terms }: Filter,
): readonly Fragment[] | null {
  const [term, ...more] = terms
  if (!term || more.length > 0 || term.op !== 'exact' || 'where' in filtered) return null
  const conditions = filtered.equals?.(sql, term.value)
  return conditions && isSeveral(conditions) ? conditions : null
}

/** A number as a typed parameter: whole numbers as int8, which an integer index supports. */
export const numberSql = (sql: Sql, text: string): Fragment =>
  /^-?\d+$/.test(text) ? sql`${text}::bigint` : sql`${text}::numeric`

/** A pattern for like and ilike with the searched text's wildcards escaped. */
export function likePattern(op: Operator, text: string): string {
  const plain = composed(text).replaceAll(/[\\%_]/g, '\\$&')
  return `${op === 'contains' ? '%' : ''}${plain}${op === 'exact' ? '' : '%'}`
}

/** Joins fragments with an SQL keyword. */
export function join(sql: Sql, fragments: readonly Fragment[], word: 'and' | 'or' | ','): Fragment {
  return fragments.reduce((all, next) => {
    if (word === ',') return sql`${all}, ${next}`
    return word === 'and' ? sql`${all} and ${next}` : sql`${all} or ${next}`
  })
}
