import type { ColumnMeta, FilterMeta } from './cell.shared.ts'

/** What the address of a grid page says: filters, order, place and chosen columns. */
export type GridState = {
  limit: number
  /** Rows before this page; with `after_id` only its place, else what is skipped. */
  offset: number
  after_id: string
  sort_by: string
  search: string
  /** `operator:value` texts by column. */
  filters: Record<string, string[]>
  /** The columns that the visitor chose; null for those shown at first. */
  columns: string[] | null
}

export const pageSizes = [10, 25, 50, 100]
const deepest = 100_000

type Known = { readonly columns: readonly ColumnMeta[]; readonly narrowings: readonly FilterMeta[] }

/** Everything that a list can be filtered by, in the order of its form. */
export const filtersOf = ({ columns, narrowings }: Known): readonly FilterMeta[] => [
  ...columns.filter(({ filter }) => filter),
  ...narrowings,
]

/** Reads an address. Ranges of a plain form arrive as `created_at.from` and `created_at.to`. */
export function readState(params: URLSearchParams, known: Known): GridState {
  const { columns } = known
  const wanted = params.getAll('columns').flatMap((text) => text.split(','))
  const chosen = columns.map(({ name }) => name).filter((name) => wanted.includes(name))
  const limit = Number(params.get('limit'))
  return {
    limit: pageSizes.includes(limit) ? limit : 10,
    offset: Math.min(deepest, Math.max(0, Math.trunc(Number(params.get('offset'))) || 0)),
    after_id: params.get('after_id') ?? '',
    sort_by: params.get('sort_by') ?? '',
    search: params.get('search')?.trim() ?? '',
    filters: Object.fromEntries(filtersOf(known).flatMap(({ name }) => filterEntry(params, name))),
    columns: chosen.length > 0 && !isUsual(chosen, columns) ? chosen : null,
  }
}

const isUsual = (chosen: readonly string[], columns: readonly ColumnMeta[]) =>
  columns.every(({ name, shown }) => shown === chosen.includes(name))

function filterEntry(params: URLSearchParams, name: string): [string, string[]][] {
  const bounds = [
    ['gte', params.get(`${name}.from`)],
    ['lte', params.get(`${name}.to`)],
  ].flatMap(([operator, value]) => (value?.trim() ? [`${operator}:${value.trim()}`] : []))
  const texts = [...params.getAll(name).map((text) => text.trim()), ...bounds].filter((text) => !/^(\w+:)?$/.test(text))
  return texts.length > 0 ? [[name, texts]] : []
}

/** The state as the query of the call. */
export function queryOf({ limit, offset, after_id, sort_by, search, filters }: GridState): URLSearchParams {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  for (const [name, texts] of Object.entries(filters)) for (const text of texts) query.append(name, text)
  if (sort_by) query.set('sort_by', sort_by)
  if (limit !== 10) query.set('limit', String(limit))
  if (after_id) query.set('after_id', after_id)
  if (offset > 0) query.set('offset', String(Math.min(deepest, offset)))
  return query
}

/** The query of a call for the rows of one record. */
export const callQueryOf = (of: Readonly<Record<string, number>>, state: GridState): URLSearchParams =>
  new URLSearchParams([...Object.entries(of).map(([name, id]) => [name, String(id)]), ...queryOf(state)])

/** The address of a state on the page at `path`. */
export function hrefOf(path: string, state: GridState): string {
  const query = queryOf(state)
  if (state.columns) query.set('columns', state.columns.join(','))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The first page of a changed list. */
export const firstPage = (state: GridState, change: Partial<GridState>): GridState => ({
  ...state,
  offset: 0,
  after_id: '',
  ...change,
})

/** How a list is sorted by a column; `order` holds where the address says nothing. */
export function directionOf(state: GridState, order: string, name: string): 'ascending' | 'descending' | null {
  const sorts = (state.sort_by || order).split(',')
  if (sorts.includes(name)) return 'ascending'
  return sorts.includes(`-${name}`) ? 'descending' : null
}

/** The list sorted by a column, the other way round when it is already. */
export const sortBy = (state: GridState, order: string, name: string): GridState =>
  firstPage(state, { sort_by: directionOf(state, order, name) === 'ascending' ? `-${name}` : name })

/** The list without one text of a filter. */
export function withoutFilter(state: GridState, name: string, text: string): GridState {
  const rest = (state.filters[name] ?? []).filter((other) => other !== text)
  const { [name]: _gone, ...others } = state.filters
  return firstPage(state, { filters: rest.length > 0 ? { ...others, [name]: rest } : others })
}

/** The cookie in which the visitor's columns are kept, names with dots between them. */
export const columnsCookie = (path: string): string => `grid${path.replaceAll('/', '-')}`
