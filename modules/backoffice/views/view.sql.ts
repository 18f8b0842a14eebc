import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'
import { gridList, nameOfGrid } from '#platform/grid/grid-keeper.ts'
import { holds, requireGate, userOf, worksForVisited } from '#platform/permissions.ts'

export type GridView = {
  grid_view_id: number
  user_id: number
  grid: string
  name: string
  query: string
  shared_ind: boolean
  default_ind: boolean
}

/** The maximum number of views of a person on a list, and of shared ones. */
export const maxViews = 50

/** Whether the caller may share views, change shared ones, and set the default view for everyone. */
export const mayShare = (ctx: Pick<Ctx, 'actor' | 'organization'>): boolean =>
  holds(ctx.actor, 'MANAGE_SETTINGS:UPDATE') && worksForVisited(ctx)

/** Whether the caller may change a view: their own, or with the permission a shared one. */
export const mayChange = (ctx: Ctx, { shared_ind, user_id }: GridView): boolean =>
  shared_ind ? mayShare(ctx) : user_id === userOf(ctx).user_id

/** Finds the list with this name. Throws notFound if there is none, forbidden if the caller may not see it. */
export function requireGrid(ctx: Ctx, name: string): AnyGrid {
  const grid = ctx
    .use(gridList)()
    .find((grid) => nameOfGrid(grid) === name)
  if (!grid) throw errors.notFound()
  requireGate(grid.may, ctx.actor)
  return grid
}

/** The caller's own views of a list, and the visited site's shared ones. */
export const listViews = (ctx: Ctx, grid: string): Promise<GridView[]> => ctx.sql<GridView>`
  select grid_view_id, user_id, grid, name, query, shared_ind, default_ind from backoffice.grid_view
  where organization_id = ${ctx.organization.organization_id} and grid = ${grid}
    and (shared_ind or user_id = ${userOf(ctx).user_id})
  order by shared_ind, lower(name), grid_view_id
  limit ${2 * maxViews}`

/** Selects a view that the caller may see. Throws notFound, also if they may not see its list. */
export async function selectView(ctx: Ctx, grid_view_id: number): Promise<GridView> {
  const [view] = await ctx.sql<GridView>`
    select grid_view_id, user_id, grid, name, query, shared_ind, default_ind from backoffice.grid_view
    where grid_view_id = ${grid_view_id} and organization_id = ${ctx.organization.organization_id}
      and (shared_ind or user_id = ${userOf(ctx).user_id})`
  if (!view) throw errors.notFound()
  requireGrid(ctx, view.grid)
  return view
}

export type Layout = {
  columns: string[] | null
  widths: Record<string, number>
  chosen_ind: boolean
  grid_view_id: number | null
}

export async function findLayout(ctx: Ctx, grid: string): Promise<Layout | null> {
  const [layout] = await ctx.sql<Layout>`
    select columns, widths, chosen_ind, grid_view_id from backoffice.grid_layout
    where user_id = ${userOf(ctx).user_id} and organization_id = ${ctx.organization.organization_id} and grid = ${grid}`
  return layout ?? null
}

/** Changes the given settings of a list for the caller. */
export async function saveLayout(ctx: Ctx, grid: string, change: Partial<Layout>): Promise<void> {
  const { sql, organization } = ctx
  const { columns = null, widths = {}, chosen_ind = false, grid_view_id = null } = change
  const json = (value: object | null) => (value === null ? null : sql.json(value))
  await sql`
    insert into backoffice.grid_layout as l
      (organization_id, user_id, grid, columns, widths, chosen_ind, grid_view_id)
    values (${organization.organization_id}, ${userOf(ctx).user_id}, ${grid}, ${json(columns)}, ${json(widths)},
            ${chosen_ind}, ${grid_view_id})
    on conflict (user_id, organization_id, grid) do update set
      columns = case when ${'columns' in change} then excluded.columns else l.columns end,
      widths = case when ${'widths' in change} then excluded.widths else l.widths end,
      chosen_ind = case when ${'chosen_ind' in change} then excluded.chosen_ind else l.chosen_ind end,
      grid_view_id = case when ${'chosen_ind' in change} then excluded.grid_view_id else l.grid_view_id end,
      updated_at = platform.now()`
}
