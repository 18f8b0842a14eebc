import { findRunning } from '#modules/backoffice/bulk/start-bulk-run.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { GridPreferences } from '#platform/grid/grid-keeper.ts'
import { findLayout, type GridView, type Layout, listViews, mayChange, mayShare } from './view.sql.ts'

/** The caller's stored settings of a list on the visited site, for the port `gridKeeper`. */
export async function selectGridPreferences(ctx: Ctx, grid: string): Promise<GridPreferences> {
  const [views, layout, running] = await Promise.all([
    listViews(ctx, grid),
    findLayout(ctx, grid),
    findRunning(ctx, grid),
  ])
  return {
    views: views.map((view) => ({
      grid_view_id: view.grid_view_id,
      name: view.name,
      query: view.query,
      shared: view.shared_ind,
      changeable: mayChange(ctx, view),
      organization_default: view.default_ind,
    })),
    opens: defaultViewId(views, layout),
    shares: mayShare(ctx),
    columns: layout?.columns ?? null,
    widths: layout?.widths ?? {},
    running,
  }
}

/** The caller's own default view, otherwise the organization's; 0 for the whole list. */
function defaultViewId(views: readonly GridView[], layout: Layout | null): number {
  const view = layout?.chosen_ind
    ? views.find(({ grid_view_id }) => grid_view_id === layout.grid_view_id)
    : views.find(({ default_ind }) => default_ind)
  return view?.grid_view_id ?? 0
}
