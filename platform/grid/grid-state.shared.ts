import type { ColumnMeta, FilterMeta, SwitchMeta } from './cell.shared.ts'

/** The state in a grid page's address: filters, order, position and chosen columns. */
export type GridState = {
  limit: number
  /** Rows before this page; with `after_id` only for display, otherwise the number to skip. */
  offset: number
  after_id: string
  sort_by: string
  search: string
  /** The shown subset; '' for a list without subsets. */
  show: string
  /** `operator:value` texts by column. */
  filters: Record<string, string[]>
  /** The visitor's chosen columns, in order; null for the default ones. */
  columns: string[] | null
  /** The saved view, possibly changed since; 0 means explicitly none, null means that none was named. */
  view: number | null
  /** Changed since the view was opened. */
  edited: boolean
}

/** A grid's place: the path of its page, and the prefix of its parameters if the page has several grids. */
export type GridPlace = {
  readonly path: string
  /** '' or 'orders.'. */
  readonly prefix: string
  /** The parameters of other grids; '' without a prefix. */
  readonly rest: string
}

export const pageSizes = [10, 25, 50, 100]
const maxOffset = 100_000
/** The most columns that a list is sorted by. */
export const maxSorts = 3

export type ListColumns = {
  readonly columns: readonly ColumnMeta[]
  readonly narrowings: readonly FilterMeta[]
  readonly switches?: readonly SwitchMeta[]
}

/** All filters of a list, in the order of its form. */
export const filtersOf = ({ columns, narrowings }: ListColumns): readonly FilterMeta[] => [
  ...columns.filter(({ filter }) => filter),
  ...narrowings,
]

/** Splits an address into the parameters of the grid with the prefix and all others. */
export function splitParams(params: URLSearchParams, prefix: string): { own: URLSearchParams; rest: string } {
  if (!prefix) return { own: params, rest: '' }
  const [own, others] = [new URLSearchParams(), new URLSearchParams()]
  for (const [name, value] of params) {
    if (name.startsWith(prefix)) own.append(name.slice(prefix.length), value)
    else others.append(name, value)
  }
  return { own, rest: others.toString() }
}

/** Parses an address, or the fields of a plain form: `created_at.op`, `created_at.from`, `created_at.to`, `sort`. */
export function readState(params: URLSearchParams, known: ListColumns): GridState {
  const { columns } = known
  const requestedNames = params.getAll('columns').flatMap((text) => text.split(','))
  const names = [...new Set(requestedNames)].filter((name) => columns.some((column) => column.name === name))
  const limit = Number(params.get('limit'))
  const view = params.get('view')
  return {
    limit: pageSizes.includes(limit) ? limit : 10,
    offset: Math.min(maxOffset, Math.max(0, Math.trunc(Number(params.get('offset'))) || 0)),
    after_id: params.get('after_id') ?? '',
    sort_by: sortsOf(params),
    search: params.get('search')?.trim() ?? '',
    show: viewPart(params, known),
    filters: Object.fromEntries(filtersOf(known).flatMap((filter) => filterEntry(params, filter))),
    columns: names.length > 0 && !isDefaultColumns(names, columns) ? names : null,
    view: view !== null && /^\d{1,9}$/.test(view) ? Number(view) : null,
    edited: params.get('edited') === '1',
  }
}

/** The subset that an address names; otherwise the first, or the whole list if the address has its own filters. */
function viewPart(params: URLSearchParams, known: ListColumns): string {
  const { switches = [] } = known
  const switchMeta = switches.find(({ name }) => name === params.get('show'))
  const defaultSwitch = overrides(params, known) ? switches.find(({ whole }) => whole) : switches[0]
  return (switchMeta ?? defaultSwitch)?.name ?? ''
}

/** Whether an address has parameters of the list: then no saved view opens instead. */
export function overrides(params: URLSearchParams, known: ListColumns): boolean {
  const names = new Set([
    'search',
    'show',
    'sort_by',
    'sort',
    'columns',
    'edited',
    ...filtersOf(known).map(({ name }) => name),
  ])
  return [...params.keys()].some((name) => names.has(name) || names.has(name.replace(/\.(op|from|to|days)$/, '')))
}

/** The order from a form: a column and a direction per position. A column named twice counts once. */
function sortsOf(params: URLSearchParams): string {
  if (!params.has('sort')) return params.get('sort_by') ?? ''
  const ways = params.getAll('sort.way')
  const namesByParam = new Map<string, string>()
  for (const [at, name] of params.getAll('sort').entries()) {
    if (name && !namesByParam.has(name)) namesByParam.set(name, `${ways[at] === '-' ? '-' : ''}${name}`)
  }
  return [...namesByParam.values()].slice(0, maxSorts).join(',')
}

const isDefaultColumns = (chosen: readonly string[], columns: readonly ColumnMeta[]) =>
  columns.flatMap(({ name, shown }) => (shown ? [name] : [])).join() === chosen.join()

function filterEntry(params: URLSearchParams, { name, kind }: FilterMeta): [string, string[]][] {
  const op = params.get(`${name}.op`) ?? ''
  const field = (part: string) => params.get(`${name}.${part}`)?.trim() ?? ''
  const typed = params.getAll(name).map((text) => text.trim())
  const values = op && kind === 'text' ? typed.map((text) => `${op}:${text}`) : typed
  const texts = [...values, ...(kind === 'text' ? [] : spanOf(op, field))].filter((text) => !/^(\w+:)?$/.test(text))
  return texts.length > 0 ? [[name, texts]] : []
}

const single = new Set(['exact', 'before', 'after', 'gte', 'lte'])

/** The range from a form: one bound, both, or a number of days. */
function spanOf(op: string, field: (part: 'from' | 'to' | 'days') => string): string[] {
  const [from, to] = [field('from'), field('to')]
  if (op === 'last') return [`last:${field('days')}`]
  if (single.has(op)) return [`${op}:${from || to}`]
  return [`gte:${from}`, `lte:${to}`]
}

/** The state as the query of a call. */
function queryOf({ limit, offset, after_id, sort_by, search, show, filters }: GridState): URLSearchParams {
  const query = new URLSearchParams()
  if (show) query.set('show', show)
  if (search) query.set('search', search)
  for (const [name, texts] of Object.entries(filters)) for (const text of texts) query.append(name, text)
  if (sort_by) query.set('sort_by', sort_by)
  if (limit !== 10) query.set('limit', String(limit))
  if (after_id) query.set('after_id', after_id)
  if (offset > 0) query.set('offset', String(Math.min(maxOffset, offset)))
  return query
}

/** The query of a call for one record's rows. */
export const callQueryOf = (of: Readonly<Record<string, number>>, state: GridState): URLSearchParams =>
  new URLSearchParams([...Object.entries(of).map(([name, id]) => [name, String(id)]), ...queryOf(state)])

/** The query for all matching rows, whatever the page's position. */
export const matchingQueryOf = (of: Readonly<Record<string, number>>, state: GridState): string =>
  callQueryOf(of, { ...state, limit: 10, offset: 0, after_id: '' }).toString()

/** The part of a state that a saved view stores: everything but the position. */
export function viewQueryOf(state: GridState): string {
  const query = queryOf({ ...state, offset: 0, after_id: '' })
  if (state.columns) query.set('columns', state.columns.join(','))
  return query.toString()
}

/** The address of a state on the page of the grid. */
export function hrefOf({ path, prefix, rest }: GridPlace, state: GridState): string {
  const gridQuery = queryOf(state)
  if (state.columns) gridQuery.set('columns', state.columns.join(','))
  if (state.view !== null) gridQuery.set('view', String(state.view))
  if (state.view && state.edited) gridQuery.set('edited', '1')
  const query = new URLSearchParams(rest)
  for (const [name, value] of gridQuery) query.append(prefix + name, value)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The first page of a changed list. */
export const firstPage = (state: GridState, change: Partial<GridState>): GridState => ({
  ...state,
  offset: 0,
  after_id: '',
  edited: Boolean(state.view),
  ...change,
})

/** The list's order; `order` is the default. */
export const sortsIn = ({ sort_by }: Pick<GridState, 'sort_by'>, order: string): string[] =>
  (sort_by || order).split(',')

/** The direction in which a list is sorted by a column. */
export function directionOf(state: GridState, order: string, name: string): 'ascending' | 'descending' | null {
  const sorts = sortsIn(state, order)
  if (sorts.includes(name)) return 'ascending'
  return sorts.includes(`-${name}`) ? 'descending' : null
}

/** The list sorted by a column; reversed if it already is. */
export const sortBy = (state: GridState, order: string, name: string): GridState =>
  firstPage(state, { sort_by: directionOf(state, order, name) === 'ascending' ? `-${name}` : name })

/** The list without one text of a filter. */
export function withoutFilter(state: GridState, name: string, text: string): GridState {
  const rest = (state.filters[name] ?? []).filter((other) => other !== text)
  const { [name]: _removed, ...others } = state.filters
  return firstPage(state, { filters: rest.length > 0 ? { ...others, [name]: rest } : others })
}

type ShownRows = { readonly state: GridState; readonly rows: readonly unknown[]; readonly after_id: string | null }

/** The next page, or null. */
export const nextPage = ({ state, rows, after_id }: ShownRows): GridState | null =>
  after_id ? { ...state, after_id, offset: state.offset + rows.length } : null

/** The previous page, or null. */
export const previousPage = ({ state }: ShownRows): GridState | null =>
  state.offset > 0 ? { ...state, after_id: '', offset: Math.max(0, state.offset - state.limit) } : null
