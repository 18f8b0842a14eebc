import { type Ctx, port } from '#platform/ctx.ts'
import type { AnyGrid } from './grid.ts'

/** A list as someone has saved it under a name. */
export type SavedView = {
  grid_view_id: number
  name: string
  /** What its address would say: filters, order, columns. */
  query: string
  shared: boolean
  /** The caller may change and delete it. */
  changeable: boolean
  /** What everyone of the organization begins with who has chosen nothing else. */
  organization_default: boolean
}

/** What is kept of a list for one person on the site of one organization. */
export type KeptGrid = {
  /** Their own and the shared ones, by name. */
  views: SavedView[]
  /** The view that the list begins with; 0 for none. */
  opens: number
  /** The caller may share views. */
  shares: boolean
  columns: string[] | null
  /** Steps of `columnWidths` by column. */
  widths: Record<string, number>
  /** Their action on all rows that match, while it runs. */
  running: RunningAction | null
}

export type RunningAction = { task_id: number; title: string; rows_done: number; rows_total: number }

/** Reads what is kept of a list; a module above fills it. */
export const gridKeeper = port<(ctx: Ctx, grid: string) => Promise<KeptGrid>>('grid-keeper')

/** All lists of the product. */
export const gridList = port<() => readonly AnyGrid[]>('grid-list')

/** How a list is named by those who keep something of it: 'student/fetch'. */
export const nameOfGrid = ({ calls }: Pick<AnyGrid, 'calls'>): string => calls.fetch.slice('GET /'.length)

/** Nothing is kept. */
export const keepsNothing = async (): Promise<KeptGrid> => ({
  views: [],
  opens: 0,
  shares: false,
  columns: null,
  widths: {},
  running: null,
})
