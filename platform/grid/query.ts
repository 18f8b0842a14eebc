import { errors } from '#platform/errors.ts'
import { count, id, queryList, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type Column, type Columns, isFilterable, isSortable, type Reader } from './columns.ts'
import { filterWords, sortWords } from './filter-words.ts'
import { type Filter, parseFilter } from './filters.ts'
import { queryWords } from './grid.texts.ts'
import type { GridSource } from './grid-source.ts'

export type Sort = { readonly name: string; readonly descending: boolean }
export type GridQuery = {
  readonly reader: Reader
  readonly limit: number
  readonly offset: number
  readonly after_id: string
  readonly search: string
  /** The keys of all rows with the words of the search, where they are few. */
  readonly found?: readonly number[]
  /** The search names these rows as a whole, so that its words need not occur in them. */
  readonly named?: boolean
  readonly sorts: readonly Sort[]
  readonly filters: readonly Filter[]
}

/** The largest `offset` of a page; the cursor has no limit. */
const deepestOffset = 100_000

type Queried = Pick<GridSource, 'columns' | 'narrowings' | 'switches' | 'of'>

/**
 * The input of every grid: `limit`, `after_id` or `offset`, `sort_by`, `search`, a filter for each column and
 * narrowing, the subset (`show`), and the id of the record that the rows belong to (`of`).
 */
export function querySchema({ columns, narrowings = {}, switches, of }: Queried): z.ZodObject {
  const filterable = Object.entries(columns).filter(([, column]) => isFilterable(column))
  const sortable = Object.keys(columns).filter((name) => isSortable(columns[name]!))
  const filters = [...filterable, ...Object.entries(narrowings)]
  return z.object({
    limit: count(1, 100).default(10).openapi({ description: 'Rows of a page.' }),
    offset: count(0, deepestOffset).default(0).openapi({ description: 'Rows to skip; `after_id` reaches further.' }),
    after_id: z
      .string()
      .max(2000)
      .optional()
      .openapi({ description: 'The `after_id` of the page before, for the next one.' }),
    sort_by: z
      .string()
      .max(200)
      .optional()
      .openapi({ description: sortWords(sortable) }),
    search: z
      .string()
      .max(100)
      .optional()
      .openapi({ description: 'Words that the searched columns contain, all of them.' }),
    ...Object.fromEntries(filters.map(([name, filtered]) => [name, filterInput(filtered)])),
    ...(switches && { show: z.enum(Object.keys(switches.parts) as [string, ...string[]]).optional() }),
    ...(of ? { [of]: id() } : {}),
  })
}

const filterInput = (filtered: Parameters<typeof filterWords>[0]) =>
  queryList(z.string().max(200))
    .optional()
    .openapi({ description: filterWords(filtered) })

/** Parses the validated input; throws `invalid` with the wrong field. */
export function readQuery(
  { columns, narrowings, switches, order, of }: Queried & { readonly order: readonly string[] },
  input: Readonly<Record<string, unknown>>,
  reader: Reader,
): GridQuery {
  const refuse = (path: string, word: keyof typeof queryWords) =>
    errors.invalid({}, {}, [{ path, message: localText(reader.locale, queryWords, word, { name: path }) }])
  const sorts = readSorts(columns, (input.sort_by as string | undefined) || order.join(','))
  if (typeof sorts === 'string') throw refuse('sort_by', sorts)
  const subsetFilters = switches?.parts[String(input.show)]?.filters ?? {}
  const candidates = Object.entries({ ...columns, ...narrowings }).flatMap(([name, filtered]) => [
    { name, filtered, texts: name === of ? [String(input[name])] : (input[name] as string[] | undefined) },
    // The subset is one more filter.
    { name, filtered, texts: subsetFilters[name] },
  ])
  const filters = candidates.flatMap(({ name, filtered, texts }) => {
    if (!texts) return []
    const filter = parseFilter(name, filtered, texts)
    if (typeof filter === 'string') throw refuse(name, filter)
    const { time_zone } = reader.organization
    return filter.terms.length > 0 ? [{ ...filter, ...(time_zone && { zone: time_zone }) }] : []
  })
  const { limit, offset, after_id = '', search = '' } = input as { limit: number; offset: number } & Partial<GridQuery>
  return { reader, limit, offset, after_id, search: search.trim(), sorts, filters }
}

function readSorts(columns: Columns, text: string): Sort[] | keyof typeof queryWords {
  const sorts = text
    .split(',')
    .map((part) => ({ name: part.trim().replace(/^-/, ''), descending: part.trim().startsWith('-') }))
  if (sorts.length > 3) return 'tooManySorts'
  const areSortable = sorts.every(({ name }) => Object.hasOwn(columns, name) && isSortable(columns[name] as Column))
  const areUnique = new Set(sorts.map(({ name }) => name)).size === sorts.length
  return areSortable && areUnique ? sorts : 'unknownColumn'
}
