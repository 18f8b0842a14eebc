import { type Ctx, port } from '#platform/ctx.ts'
import type { AnyGrid } from './grid.ts'

/** A named saved view of a list. */
export type SavedView = {
  grid_view_id: number
  name: string
  /** The view's address parameters: filters, order, columns. */
  query: string
  shared: boolean
  /** Whether the caller may change and delete it. */
  changeable: boolean
  /** The organization's default for everyone who has not chosen another view. */
  organization_default: boolean
}

/** The stored settings of a list for one person on one organization's site. */
export type GridPreferences = {
  /** The person's own views and the shared ones, by name. */
  views: SavedView[]
  /** The id of the view that opens first; 0 for none. */
  opens: number
  /** Whether the caller may share views. */
  shares: boolean
  columns: string[] | null
  /** Steps of `columnWidths` by column. */
  widths: Record<string, number>
  /** The person's running action on all matching rows. */
  running: RunningAction | null
}

export type RunningAction = { task_id: number; title: string; rows_done: number; rows_total: number }

/** Loads the stored settings of a list; a higher module fills this port. */
export const gridKeeper = port<(ctx: Ctx, grid: string) => Promise<GridPreferences>>('grid-keeper')

/** All lists of the product. */
export const gridList = port<() => readonly AnyGrid[]>('grid-list')

/** The list's name for stored settings: 'student/fetch'. */
export const nameOfGrid = ({ calls }: Pick<AnyGrid, 'calls'>): string => calls.fetch.slice('GET /'.length)

/** No stored settings. */
export const emptyPreferences = async (): Promise<GridPreferences> => ({
  views: [],
  opens: 0,
  shares: false,
  columns: null,
  widths: {},
  running: null,
})
