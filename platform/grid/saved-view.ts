import type { SavedView } from './grid-keeper.ts'
import {
  filtersOf,
  type GridState,
  type ListColumns,
  maxSorts,
  overrides,
  readState,
  viewQueryOf,
} from './grid-state.shared.ts'

/** The state in a saved query, and the names of parts that the list no longer has or this person may not see. */
function readView(query: string, known: ListColumns): { state: GridState; missing: string[] } {
  const params = new URLSearchParams(query)
  const filters = new Set(filtersOf(known).map(({ name }) => name))
  const sortable = new Set(known.columns.filter(({ sort }) => sort).map(({ name }) => name))
  const names = new Set(known.columns.map(({ name }) => name))
  const listed = (name: string) => params.get(name)?.split(',').filter(Boolean) ?? []
  const isGone = (sort: string) => !sortable.has(sort.replace(/^-/, ''))
  const others = new Set(['search', 'show', 'sort_by', 'limit', 'columns'])
  const missing = [
    ...[...params.keys()].filter((name) => !others.has(name) && !filters.has(name)),
    ...listed('columns').filter((name) => !names.has(name)),
    ...listed('sort_by').filter(isGone),
  ].map((name) => name.replace(/^-/, ''))
  const state = readState(params, known)
  const sort_by = listed('sort_by')
    .filter((sort) => !isGone(sort))
    .slice(0, maxSorts)
    .join(',')
  return { state: { ...state, sort_by, offset: 0, after_id: '', edited: false }, missing: [...new Set(missing)] }
}

/** A list's query without unknown parts. */
export const tidyQuery = (query: string, known: ListColumns): string => viewQueryOf(readView(query, known).state)

export type OpenedView = { state: GridState; missing: string[]; gone: boolean }

/** The state to open: the address's own list, a saved view, or the person's default. */
export function openState(
  params: URLSearchParams,
  known: ListColumns,
  preferences: { readonly views: readonly SavedView[]; readonly opens: number },
): OpenedView {
  const addressState = readState(params, known)
  const viewId = addressState.view ?? (overrides(params, known) ? 0 : preferences.opens)
  const view = preferences.views.find(({ grid_view_id }) => grid_view_id === viewId)
  const isMissing = viewId > 0 && !view
  // If nothing opens by default, the address need not exclude it.
  const noView = preferences.opens > 0 || addressState.view === 0 ? 0 : null
  if (!view) return { state: { ...addressState, view: noView, edited: false }, missing: [], gone: isMissing }
  if (overrides(params, known)) return { state: { ...addressState, view: viewId }, missing: [], gone: isMissing }
  const { state, missing } = readView(view.query, known)
  const { limit, offset, after_id } = addressState
  return {
    state: { ...state, limit: params.has('limit') ? limit : state.limit, offset, after_id, view: viewId },
    missing,
    gone: isMissing,
  }
}
