import { lk_user_tile_type } from '#modules/backoffice/lookups.shared.ts'
import { selectOfRole } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, scoped, staff } from '#platform/permissions.ts'
import { count, id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { ownerOf, seesTile, tileResponse, tileValue, type UserTile } from './count-tile.ts'
import { pathOf, type Subject, tileTypes, tileTypesOf } from './tile-types.ts'
import { tileWords } from './tiles.texts.ts'

const Tile = z.object({
  /** Null for a default tile of the page. */
  user_tile_id: z.int().nullable(),
  lk_user_tile_type_id: z.int(),
  title: z.string(),
  cached_data: z.object({ data: z.string(), meta: z.string() }),
  updated_at: z.iso.datetime(),
  application_path: z.string(),
  order: z.int(),
  icon: z.string(),
  icon_color: z.string(),
  api_endpoint: z.string(),
  link: z.string().nullable(),
})
export type Tile = z.output<typeof Tile>

const applicationPath = () => z.string().min(1).max(60)
const maxTiles = 30

type Row = UserTile & { lk_user_tile_type_id: number }

const listOwn = (ctx: Ctx, application_path: string): Promise<Row[]> => ctx.sql<Row>`
  select user_tile_id, application_path, position as "order", lk_user_tile_type_id from backoffice.user_tile
  where user_id = ${ownerOf(ctx)} and application_path = ${pathOf(application_path)}
  order by position, user_tile_id limit ${maxTiles}`

/** The caller's tiles on a page; the page's default ones until they chose some. */
async function listTiles(ctx: Ctx, application_path: string, subject: Subject = {}): Promise<Tile[]> {
  const offered = tileTypesOf(application_path).filter((type) => seesTile(ctx, type))
  const ownTiles = await listOwn(ctx, application_path)
  const chosenTiles = ownTiles.flatMap((row) => {
    const type = offered.find((tileType) => tileType.lk_user_tile_type_id === row.lk_user_tile_type_id)
    const { lk_user_tile_type_id: _type, ...userTile } = row
    return type ? [{ type, userTile }] : []
  })
  const defaultTiles = offered.map((type, index) => ({
    type,
    userTile: { user_tile_id: null, application_path: pathOf(application_path), order: index + 1 },
  }))
  const tiles = ownTiles.length > 0 ? chosenTiles : defaultTiles
  return Promise.all(tiles.map(({ type, userTile }) => tileResponse(ctx, type, userTile, subject)))
}

const gives = z.object({ dashboardTile: z.array(Tile) })

export const fetchTiles = operation({
  call: 'GET /usertile/fetch',
  summary: "Lists the caller's tiles on a page with their numbers",
  may: staff(),
  takes: z.object({ application_path: applicationPath() }),
  gives,
  run: async (ctx, { application_path }) => ({ dashboardTile: await listTiles(ctx, application_path) }),
})

export const fetchTileTypes = operation({
  call: 'GET /usertile/tile_type/fetch',
  summary: 'Lists the kinds of tiles that a page offers the caller',
  may: staff(),
  takes: z.object({ application_path: applicationPath() }),
  gives: z.object({
    dashboardTileTypes: z.array(
      z.object({
        lk_user_tile_type_id: z.int(),
        label: z.string(),
        value: z.int(),
        icon: z.string(),
        icon_color: z.string(),
        api_endpoint: z.string(),
      }),
    ),
  }),
  async run(ctx, { application_path }) {
    const offered = tileTypesOf(application_path).filter((type) => seesTile(ctx, type))
    return {
      dashboardTileTypes: offered.map(({ lk_user_tile_type_id, icon, icon_color, api_endpoint }) => ({
        lk_user_tile_type_id,
        label: label(lk_user_tile_type, lk_user_tile_type_id, ctx.locale),
        value: lk_user_tile_type_id,
        icon,
        icon_color,
        api_endpoint,
      })),
    }
  },
})

const onOrganization: Policy<Subject> = scoped<Subject>(
  staff('MANAGE_ORGANIZATION:READ'),
  'for one of their organizations',
  async (ctx, { organization_id }) => {
    if (!ctx.organization.scope.includes(organization_id ?? 0)) throw errors.notFound()
  },
)
const onStudent: Policy<Subject> = scoped<Subject>(
  staff('MANAGE_STUDENTS:READ'),
  'for a student of their organizations',
  async (ctx, { student_id }) => {
    await selectOfRole(ctx, 'Student', student_id ?? 0, 'READ')
  },
)

export const fetchOrganizationTiles = operation({
  call: 'GET /usertile/organization_tiles/fetch',
  summary: 'Lists the tiles of an organization with their numbers',
  may: onOrganization,
  takes: z.object({ organization_id: id(), application_path: applicationPath().default('organizationdetail') }),
  gives,
  run: async (ctx, { organization_id, application_path }) => ({
    dashboardTile: await listTiles(ctx, application_path, { organization_id }),
  }),
})

export const fetchStudentTiles = operation({
  call: 'GET /usertile/studentdetail_tiles/fetch',
  summary: 'Lists the tiles of a student with their numbers',
  may: onStudent,
  takes: z.object({ student_id: id(), application_path: applicationPath().default('studentdetail') }),
  gives,
  run: async (ctx, { student_id, application_path }) => ({
    dashboardTile: await listTiles(ctx, application_path, { student_id }),
  }),
})

/** The number of one tile, polled about every ten seconds by pages that show it. */
export const fetchTileValue = operation({
  call: 'GET /usertile/{endpoint}',
  summary: 'Returns the number of one tile',
  may: scoped<Subject>(staff(), 'with the key of what is counted', async (ctx, subject) => {
    if (subject.organization_id) await onOrganization.scope?.(ctx, subject)
    if (subject.student_id) await onStudent.scope?.(ctx, subject)
  }),
  takes: z.object({
    endpoint: z.string().max(60),
    organization_id: id().optional(),
    student_id: id().optional(),
  }),
  gives: z.object({ data: z.object({ data: z.string(), meta: z.string() }), count: z.int() }),
  async run(ctx, { endpoint, ...subject }) {
    const type = tileTypes.find(({ api_endpoint }) => api_endpoint === endpoint)
    if (!type || !seesTile(ctx, type)) throw errors.notFound()
    return tileValue(ctx, type, subject)
  },
})

export const addTile = operation({
  call: 'POST /usertile',
  summary: "Adds a tile to the end of the caller's page",
  may: staff(),
  takes: z.object({ application_path: applicationPath(), lk_user_tile_type_id: id() }),
  gives,
  audit: 'tile.add',
  async run(ctx, { application_path, lk_user_tile_type_id }) {
    const offered = tileTypesOf(application_path).filter((type) => seesTile(ctx, type))
    const tileType = offered.find((type) => type.lk_user_tile_type_id === lk_user_tile_type_id)
    if (!tileType) throw errors.notFound()
    const path = pathOf(application_path)
    await ctx.sql`select pg_advisory_xact_lock(hashtext('backoffice.user_tile'), ${ownerOf(ctx)})`
    const tiles = await listOwn(ctx, path)
    // A reader who adds a tile to the default ones keeps those.
    const before = tiles.length > 0 ? [] : offered.filter((type) => type !== tileType)
    for (const type of [...before, tileType]) await insertTile(ctx, path, type.lk_user_tile_type_id)
    return { dashboardTile: await listTiles(ctx, path), message: localText(ctx.locale, tileWords, 'added') }
  },
})

const insertTile = (ctx: Ctx, application_path: string, lk_user_tile_type_id: number) => ctx.sql`
  insert into backoffice.user_tile (organization_id, user_id, application_path, lk_user_tile_type_id, position)
  select p.organization_id, p.user_id, ${application_path}, ${lk_user_tile_type_id},
         1 + (select coalesce(max(t.position), 0) from backoffice.user_tile t
              where t.user_id = p.user_id and t.application_path = ${application_path})
  from identity.v_person p where p.user_id = ${ownerOf(ctx)}
  on conflict (user_id, application_path, lk_user_tile_type_id) do nothing`

export const removeTile = operation({
  call: 'DELETE /usertile',
  summary: "Removes one of the caller's tiles",
  may: staff(),
  takes: z.object({ user_tile_id: id() }),
  gives: z.object({}),
  audit: 'tile.remove',
  async run(ctx, { user_tile_id }) {
    const deletedRows = await ctx.sql`
      delete from backoffice.user_tile where user_tile_id = ${user_tile_id} and user_id = ${ownerOf(ctx)}
      returning user_tile_id`
    if (deletedRows.length === 0) throw errors.notFound()
    return { message: localText(ctx.locale, tileWords, 'removed') }
  },
})

export const orderTiles = operation({
  call: 'PUT /usertile',
  summary: "Saves the order of the caller's tiles on a page",
  may: staff(),
  takes: z.object({
    application_path: applicationPath(),
    usertiles: list(z.object({ user_tile_id: id(), order: count(1, maxTiles) }), maxTiles),
  }),
  gives,
  audit: 'tile.order',
  async run(ctx, { application_path, usertiles }) {
    for (const { user_tile_id, order } of usertiles) {
      const updatedRows = await ctx.sql`
        update backoffice.user_tile set position = ${order}
        where user_tile_id = ${user_tile_id} and user_id = ${ownerOf(ctx)}
          and application_path = ${pathOf(application_path)}
        returning user_tile_id`
      if (updatedRows.length === 0) throw errors.notFound()
    }
    return { dashboardTile: await listTiles(ctx, application_path) }
  },
})
