import { backofficeErrors } from '#modules/backoffice/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'
import { metaOf, narrowingsOf, switchesOf } from '#platform/grid/meta.ts'
import { querySchema, readQuery } from '#platform/grid/query.ts'
import { tidyQuery } from '#platform/grid/saved-view.ts'
import { columnWidths } from '#platform/grid/width-steps.shared.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { count, flag, id, issuesOf, list, parseOptions, requiredText, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { selectGridPreferences } from './grid-preferences.ts'
import {
  findLayout,
  type GridView,
  listViews,
  maxViews,
  mayChange,
  mayShare,
  requireGrid,
  saveLayout,
  selectView,
} from './view.sql.ts'
import { viewTexts } from './views.texts.ts'

const GridName = z.string().min(1).max(100)
const maxQuery = 4_000

const SavedView = z.object({
  grid_view_id: z.int(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  changeable: z.boolean(),
  organization_default: z.boolean(),
})

export const fetchViews = operation({
  call: 'GET /grid/views',
  summary: "Lists the caller's saved views of a list and those shared on the visited site, and how the caller keeps it",
  added: true,
  may: staff(),
  takes: z.object({ grid: GridName }),
  gives: z.object({
    views: z.array(SavedView),
    /** The view that opens first; 0 for the whole list. */
    opens: z.int(),
    shares: z.boolean(),
    columns: z.array(z.string()).nullable(),
    widths: z.record(z.string(), z.int()),
  }),
  async run(ctx, { grid }) {
    requireGrid(ctx, grid)
    return selectGridPreferences(ctx, grid)
  },
})

const gridMetaOf = (ctx: Ctx, grid: AnyGrid) => ({
  columns: metaOf(grid.columns, ctx),
  narrowings: narrowingsOf(grid.narrowings, ctx),
  switches: switchesOf(grid.switches, ctx),
})

/** The normalized query. Throws invalid if the list refuses it. */
function normalizeQuery(ctx: Ctx, grid: AnyGrid, query: string): string {
  const tidy = tidyQuery(query, gridMetaOf(ctx, grid))
  if (tidy.length > maxQuery)
    throw errors.invalid({}, {}, [{ path: 'query', message: localize(ctx.locale, viewTexts.queryTooLong) }])
  const params = new URLSearchParams(tidy)
  params.delete('columns')
  const values = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
  const single = Object.fromEntries(
    ['search', 'show', 'sort_by', 'limit'].map((name) => [name, params.get(name) ?? undefined]),
  )
  const { of: _record, ...unboundGrid } = grid
  const parsed = querySchema(unboundGrid).safeParse({ ...values, ...single }, parseOptions(ctx.locale))
  if (!parsed.success) throw errors.invalid({}, {}, issuesOf(parsed.error, ctx.locale))
  readQuery(unboundGrid, parsed.data, ctx)
  return tidy
}

async function checkName(
  ctx: Ctx,
  { grid_view_id, user_id, grid, name }: Omit<GridView, 'query' | 'shared_ind' | 'default_ind'>,
) {
  const [other] = await ctx.sql`
    select from backoffice.grid_view
    where organization_id = ${ctx.organization.organization_id} and grid = ${grid} and user_id = ${user_id}
      and name = ${name} and grid_view_id <> ${grid_view_id}`
  if (other) throw backofficeErrors.viewNameTaken()
}

/** Serializes saving for each list of a site, so that names and limits hold. */
const lockViews = (ctx: Ctx, grid: string) =>
  ctx.sql`select pg_advisory_xact_lock(hashtext('backoffice.grid_view ' || ${grid}), ${ctx.organization.organization_id})`

async function insertView(ctx: Ctx, view: Omit<GridView, 'grid_view_id' | 'default_ind'>): Promise<GridView> {
  const views = await listViews(ctx, view.grid)
  if (views.filter(({ shared_ind }) => shared_ind === view.shared_ind).length >= maxViews)
    throw backofficeErrors.tooManyViews({ most: maxViews })
  const row = { ...view, organization_id: ctx.organization.organization_id }
  const [addedGridView] = await ctx.sql<GridView>`
    insert into backoffice.grid_view ${ctx.sql(row)}
    returning grid_view_id, user_id, grid, name, query, shared_ind, default_ind`
  return addedGridView!
}

export const saveView = operation({
  call: 'POST /grid/view',
  summary: 'Saves a list under a name, or changes the saved view that is named. Sharing needs MANAGE_SETTINGS:UPDATE',
  added: true,
  may: staff(),
  takes: z.object({
    grid_view_id: id().nullish(),
    /** The list of a new view: its call without the method, 'student/fetch'. */
    grid: GridName.nullish(),
    name: requiredText(viewTexts.nameMissing, 60).optional(),
    /** Filters, order and columns as in the list's address. */
    query: z
      .string()
      .max(2 * maxQuery)
      .optional(),
    shared: flag().optional(),
  }),
  gives: z.object({ data: SavedView }),
  fails: [errors.notFound, errors.forbidden, backofficeErrors.viewNameTaken, backofficeErrors.tooManyViews],
  async run(ctx, { grid_view_id, grid: gridName, name, query, shared }) {
    const before = grid_view_id ? await selectView(ctx, grid_view_id) : null
    if (before && !mayChange(ctx, before)) throw errors.forbidden()
    if (shared && !mayShare(ctx)) throw errors.forbidden()
    const grid = requireGrid(ctx, before?.grid ?? gridName ?? '')
    await lockViews(ctx, before?.grid ?? gridName!)
    if (!before && name === undefined)
      throw errors.invalid({}, {}, [{ path: 'name', message: localize(ctx.locale, viewTexts.nameMissing) }])
    const fields = {
      user_id: before?.user_id ?? userOf(ctx).user_id,
      grid: before?.grid ?? gridName!,
      name: name ?? before!.name,
      query: query === undefined && before ? before.query : normalizeQuery(ctx, grid, query ?? ''),
      shared_ind: shared ?? before?.shared_ind ?? false,
    }
    await checkName(ctx, { grid_view_id: before?.grid_view_id ?? 0, ...fields })
    const view = before ? await updateView(ctx, before, fields) : await insertView(ctx, fields)
    const subject = `grid_view_id:${view.grid_view_id}`
    await ctx.audit({ action: 'view.save', subject, before, after: view })
    return { data: viewResponse(ctx, view), message: localText(ctx.locale, viewTexts, 'saved') }
  },
})

async function updateView(
  ctx: Ctx,
  { grid_view_id, default_ind }: GridView,
  fields: Omit<GridView, 'grid_view_id' | 'default_ind'>,
) {
  const { name, query, shared_ind } = fields
  const [savedView] = await ctx.sql<GridView>`
    update backoffice.grid_view
    set name = ${name}, query = ${query}, shared_ind = ${shared_ind}, default_ind = ${default_ind && shared_ind},
        updated_at = platform.now()
    where grid_view_id = ${grid_view_id}
    returning grid_view_id, user_id, grid, name, query, shared_ind, default_ind`
  if (!savedView) throw errors.notFound()
  return savedView
}

const viewResponse = (ctx: Ctx, view: GridView) => ({
  grid_view_id: view.grid_view_id,
  name: view.name,
  query: view.query,
  shared: view.shared_ind,
  changeable: mayChange(ctx, view),
  organization_default: view.default_ind,
})

export const removeView = operation({
  call: 'DELETE /grid/view',
  summary: 'Deletes a saved view; lists that began with it begin with all rows again',
  added: true,
  may: staff(),
  takes: z.object({ grid_view_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound, errors.forbidden],
  async run(ctx, { grid_view_id }) {
    const before = await selectView(ctx, grid_view_id)
    if (!mayChange(ctx, before)) throw errors.forbidden()
    await ctx.sql`delete from backoffice.grid_view where grid_view_id = ${grid_view_id}`
    await ctx.audit({ action: 'view.remove', subject: `grid_view_id:${grid_view_id}`, before })
    return { message: localText(ctx.locale, viewTexts, 'removed') }
  },
})

export const chooseView = operation({
  call: 'PUT /grid/default',
  summary:
    "Sets the default view of a list: for the caller, or with `everyone` for the site's staff who have not chosen one",
  added: true,
  may: staff(),
  takes: z.object({
    grid: GridName,
    /** Null for the whole list. */
    grid_view_id: id().nullable(),
    everyone: flag().default(false),
  }),
  gives: z.object({}),
  fails: [errors.notFound, errors.forbidden, backofficeErrors.viewNotShared],
  async run(ctx, { grid, grid_view_id, everyone }) {
    requireGrid(ctx, grid)
    const view = grid_view_id === null ? null : await selectView(ctx, grid_view_id)
    if (view && view.grid !== grid) throw errors.notFound()
    if (everyone) await chooseForEveryone(ctx, grid, view)
    else {
      const before = await findLayout(ctx, grid)
      await saveLayout(ctx, grid, { chosen_ind: true, grid_view_id })
      await ctx.audit({
        action: 'view.choose',
        subject: `grid_view_id:${grid_view_id ?? 0}`,
        before: { grid, grid_view_id: before?.grid_view_id ?? null },
        after: { grid, grid_view_id },
      })
    }
    return { message: localText(ctx.locale, viewTexts, view ? 'opens' : 'opensWhole') }
  },
})

async function chooseForEveryone(ctx: Ctx, grid: string, view: GridView | null): Promise<void> {
  if (!mayShare(ctx)) throw errors.forbidden()
  if (view && !view.shared_ind) throw backofficeErrors.viewNotShared()
  await lockViews(ctx, grid)
  const [before] = await ctx.sql<{ grid_view_id: number }>`
    update backoffice.grid_view set default_ind = false
    where organization_id = ${ctx.organization.organization_id} and grid = ${grid} and default_ind
    returning grid_view_id`
  if (view) await ctx.sql`update backoffice.grid_view set default_ind = true where grid_view_id = ${view.grid_view_id}`
  await ctx.audit({
    action: 'view.chooseForAll',
    subject: `grid_view_id:${view?.grid_view_id ?? 0}`,
    before: { grid, grid_view_id: before?.grid_view_id ?? null },
    after: { grid, grid_view_id: view?.grid_view_id ?? null },
  })
}

export const saveGridLayout = operation({
  call: 'PUT /grid/layout',
  summary: 'Keeps the columns of a list, their order and widths, for the caller on the visited site',
  added: true,
  may: staff(),
  takes: z.object({
    grid: GridName,
    /** In order; none for the default ones. */
    columns: list(z.string().max(100), 100).optional(),
    widths: z.record(z.string().max(100), count(1, columnWidths.length)).optional(),
  }),
  gives: z.object({}),
  fails: [errors.notFound, errors.forbidden],
  async run(ctx, { grid: name, columns, widths }) {
    const { columns: columnMetas } = gridMetaOf(ctx, requireGrid(ctx, name))
    const names = [...(columns ?? []), ...Object.keys(widths ?? {})]
    const unknown = names.find((columnName) => !columnMetas.some((column) => column.name === columnName))
    if (unknown !== undefined) {
      const message = localize(ctx.locale, viewTexts.unknownColumn, { name: unknown })
      throw errors.invalid({}, {}, [{ path: columns?.includes(unknown) ? 'columns' : 'widths', message }])
    }
    const before = await findLayout(ctx, name)
    const choice = columns && { columns: columns.length > 0 ? [...new Set(columns)] : null }
    await saveLayout(ctx, name, { ...choice, ...(widths && { widths }) })
    const { chosen_ind, grid_view_id, ...layout } = before ?? { chosen_ind: false, grid_view_id: null }
    await ctx.audit({
      action: 'view.layout',
      before: { grid: name, ...layout },
      after: { grid: name, ...choice, widths },
    })
    return {}
  },
})
