import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { failureOf } from '#platform/http/failure.ts'
import { holds } from '#platform/permissions.ts'
import { localize, type Text } from '#platform/texts.ts'
import type { PageInput } from '#platform/web/page.ts'
import { bulkPath } from './bulk.ts'
import type { ColumnMeta, FilterMeta, SwitchMeta } from './cell.shared.ts'
import { gridWords } from './grid.texts.ts'
import type { FetchResponse, Grid } from './grid.ts'
import { type GridPreferences, gridKeeper, nameOfGrid, type RunningAction } from './grid-keeper.ts'
import { callQueryOf, type GridState, splitParams } from './grid-state.shared.ts'
import { metaOf, narrowingsOf, switchesOf } from './meta.ts'
import { inputOf } from './query-input.ts'
import { isOpenTo, type RowLink } from './row-action.ts'
import { readPendingAction } from './row-actions.ts'
import { openState } from './saved-view.ts'

type CellValue = string | number | boolean | null
export type TableRow = Record<string, CellValue>
export type ActionMeta = {
  name: string
  label: string
  call: string
  takes_key: string
  /** The body of the call is a list of keys. */
  takes_list: boolean
  when: Record<string, CellValue[]>
  danger: boolean
  /** The field is in the query of the call. */
  in_query: boolean
  confirm: { title: string; text: string } | null
  reason: { field: string; label: string } | null
  undo: { call: string; takes_key: string } | null
  why: string | null
  not_own: string | null
  /** Not available for all matching rows. */
  chosen_only: boolean
}
/** An action and its rows: these ids, or all that match. */
type AskedMeta = { name: string; ids: number[]; all: boolean }

export type LinkMeta = { label: string; opens: string; when: Record<string, CellValue[]>; why: string | null }

/** All data of a grid page and its island, as plain JSON. */
export type GridData = {
  title: string
  empty: string
  path: string
  /** The prefix of this grid's parameters in the address, if the page contains several grids. */
  prefix: string
  /** The parameters of the other grids. */
  rest: string
  /** The list's name, for saved views and settings. */
  grid: string
  fetch: string
  export: string
  export_label: string
  file: string
  rows_name: string
  /** The record that the rows belong to, for every call: `{ user_id: 17 }`. */
  of: Record<string, number>
  key: string
  order: string
  columns: ColumnMeta[]
  /** Filters without a column. */
  narrowings: FilterMeta[]
  /** The list's named subsets, and their common label. */
  switches: SwitchMeta[]
  switches_label: string
  actions: ActionMeta[]
  links: LinkMeta[]
  state: GridState
  rows: TableRow[]
  count: number
  count_estimated: boolean
  after_id: string | null
  /** Explains missing rows if the address asks for something invalid. */
  problem: string | null
  /** The call for several rows; null without actions. */
  bulk: string | null
  /** The call for all rows that match; null without such actions. */
  matching: string | null
  /** The viewer's running action on all matching rows. */
  running: RunningAction | null
  /** The viewer: their own row may be treated differently. */
  viewer: number | null
  /** A pending confirmation or undo offer from the address. */
  asked: AskedMeta | null
  undoable: AskedMeta | null
  views: ViewMeta[]
  /** Whether this person may share views. */
  shares: boolean
  /** Parts of the opened view that the list no longer has. */
  missing: string[]
  /** The view named in the address no longer exists. */
  view_gone: boolean
  /** Steps of `columnWidths` by column. */
  widths: Record<string, number>
}

export type ViewMeta = { id: number; name: string; shared: boolean; changeable: boolean; opens: boolean }

export type GridPlacement = {
  /** The prefix of this grid's parameters in the address, if a page contains several grids: 'orders.'. */
  prefix?: string
  /** The column with the id of the page's record, for a grid that is not `of` one. */
  by?: string
  /** Columns that this page shows even to people who don't see them elsewhere. */
  shows?: readonly string[]
}

/**
 * The data of a grid page at its address, for one record if the grid is `of` one. A refused query becomes a message,
 * not an error page. If a page contains several grids, each has a `prefix` ('orders.').
 */
export async function loadGrid(
  grid: Grid,
  { ctx, url }: Pick<PageInput, 'ctx' | 'url'>,
  record?: number,
  { prefix = '', by = grid.of, shows = [] }: GridPlacement = {},
): Promise<GridData> {
  const of = by && record !== undefined ? { [by]: record } : {}
  const columns = metaOf(grid.columns, ctx, shows)
  const narrowings = narrowingsOf(grid.narrowings, ctx)
  const name = nameOfGrid(grid)
  const preferences = await ctx.use(gridKeeper)(ctx, name)
  const { own, rest } = splitParams(url.searchParams, prefix)
  const switches = switchesOf(grid.switches, ctx)
  const { state: opened, missing, gone } = openState(own, { columns, narrowings, switches }, preferences)
  const state = { ...opened, columns: opened.columns ?? storedColumns(columns, preferences) }
  const page = await fetchPage(grid, ctx, callQueryOf(of, state))
  return {
    ...describe(grid, ctx, url.pathname),
    prefix,
    rest,
    grid: name,
    of,
    columns,
    narrowings,
    switches,
    state,
    asked: readPendingAction(own, 'ask'),
    undoable: readPendingAction(own, 'undo'),
    views: preferences.views.map((view) => viewMeta(view, preferences)),
    shares: preferences.shares,
    missing,
    view_gone: gone,
    widths: preferences.widths,
    running: preferences.running,
    ...page,
  }
}

const viewMeta = (
  { grid_view_id: id, name, shared, changeable }: GridPreferences['views'][number],
  { opens }: GridPreferences,
): ViewMeta => ({ id, name, shared, changeable, opens: opens === id })

function describe(grid: Grid, { locale, actor }: Ctx, path: string) {
  const word = (text: Text) => localize(locale, text)
  const actions = (grid.actions ?? []).filter((action) => isOpenTo(action, actor))
  const links = (grid.links ?? []).filter(({ may, unless }) => holds(actor, may) && !(unless && holds(actor, unless)))
  return {
    title: word(grid.title),
    empty: word(grid.empty),
    path,
    fetch: grid.calls.fetch.slice(4),
    export: grid.calls.export.slice(4),
    export_label: word(grid.exportLabel ?? gridWords.export),
    file: grid.file,
    rows_name: grid.rows,
    key: grid.key,
    switches_label: grid.switches ? word(grid.switches.label) : '',
    order: grid.order.join(','),
    links: links.map(({ label, opens, when, why }) => ({
      label: word(label),
      opens,
      when: toPlain(when),
      why: why ? word(why) : null,
    })),
    bulk: actions.length > 0 ? bulkPath(grid.calls.fetch) : null,
    matching: actions.some(({ chosenOnly }) => !chosenOnly) ? `${bulkPath(grid.calls.fetch)}/all` : null,
    viewer: actor.kind === 'user' ? actor.user_id : null,
    actions: actions.map(({ name, label, operation, takes_key, when, danger = false, ...more }) => ({
      name,
      label: word(label),
      call: operation.call,
      takes_key,
      takes_list: operation.body === takes_key,
      in_query: operation.query?.includes(takes_key) ?? false,
      when: toPlain(when),
      danger,
      confirm: more.confirm ? { title: word(more.confirm.title), text: word(more.confirm.text) } : null,
      reason: more.reason ? { field: more.reason.field, label: word(more.reason.label) } : null,
      undo: more.undo ? { call: more.undo.operation.call, takes_key: more.undo.takes_key } : null,
      why: more.why ? word(more.why) : null,
      not_own: more.notOwn ? word(more.notOwn) : null,
      chosen_only: more.chosenOnly !== undefined,
    })),
  }
}

const toPlain = (when: RowLink['when'] = {}) =>
  Object.fromEntries(Object.entries(when).map(([field, values]) => [field, [...values]]))

type PageData = Pick<GridData, 'rows' | 'count' | 'count_estimated' | 'after_id' | 'problem'>

async function fetchPage(grid: Grid, ctx: Ctx, query: URLSearchParams): Promise<PageData> {
  try {
    const response = (await grid.operations[0].run(ctx, inputOf(query))) as FetchResponse
    const { count, count_estimated, after_id } = response
    return { rows: response[grid.rows] as TableRow[], count, count_estimated, after_id, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.status !== 400) throw error
    const { body } = failureOf(error, ctx.locale, ctx.log)
    const problem = error.issues[0]?.message ?? String(body.message)
    return { rows: [], count: 0, count_estimated: false, after_id: null, problem }
  }
}

/** The columns that this person has chosen; null for the default ones. */
function storedColumns(columns: readonly ColumnMeta[], preferences: GridPreferences): string[] | null {
  const existingColumns = preferences.columns?.filter((name) => columns.some((column) => column.name === name)) ?? []
  return existingColumns.length > 0 ? existingColumns : null
}
