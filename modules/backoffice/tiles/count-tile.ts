import type { Ctx } from '../../../platform/ctx.ts'
import { label } from '../../../platform/lookups.ts'
import { holds, userOf } from '../../../platform/permissions.ts'
import { openRecentMap } from '../../../platform/recent-map.ts'
import { pick } from '../../../platform/texts.ts'
import { lk_user_tile_type } from '../lookups.shared.ts'
import { countedTo, type Subject, type TileType } from './tile-types.ts'
import { tileWords } from './tiles.texts.ts'

type Counted = { n: number }
const keptFor = 10_000
/** What was counted within the last ten seconds, for all who look at the same: pages ask that often. */
const counted = openRecentMap<string, Promise<Counted>>(5_000)

async function count(ctx: Ctx, type: TileType, subject: Subject): Promise<Counted> {
  const [row] = await ctx.sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${type.rows(ctx, subject)} limit ${countedTo + 1}) counted`
  return { n: row!.n }
}

function countOf(ctx: Ctx, type: TileType, subject: Subject): Promise<Counted> {
  const { scope } = ctx.organization
  const key = JSON.stringify([type.api_endpoint, subject, scope])
  const age = Math.floor(ctx.now.getTime() / keptFor)
  const known = counted.get(`${age} ${key}`)
  if (known !== undefined) return known
  const found = count(ctx, type, subject)
  counted.set(`${age} ${key}`, found)
  // A failed count is not kept: the next request counts again.
  found.catch(() => counted.clear())
  return found
}

export type Value = { data: { data: string; meta: string }; count: number }

/** The number of a tile as it is shown, with the words under it. */
export async function tileValue(ctx: Ctx, type: TileType, subject: Subject): Promise<Value> {
  const { n } = await countOf(ctx, type, subject)
  const figure = Math.min(n, countedTo).toLocaleString('en-US')
  const most = n > countedTo ? pick(ctx.locale, tileWords.more, { n: figure }) : figure
  return { data: { data: type.grows && n > 0 ? `+${most}` : most, meta: pick(ctx.locale, type.meta) }, count: n }
}

export type Kept = { user_tile_id: number | null; application_path: string; order: number }

/** A tile as the page shows it. */
export async function shownTile(ctx: Ctx, type: TileType, kept: Kept, subject: Subject) {
  const { data } = await tileValue(ctx, type, subject)
  const { lk_user_tile_type_id, icon, icon_color, api_endpoint, link = null } = type
  return {
    ...kept,
    lk_user_tile_type_id,
    title: label(lk_user_tile_type, lk_user_tile_type_id, ctx.locale),
    cached_data: data,
    updated_at: ctx.now.toISOString(),
    icon,
    icon_color,
    api_endpoint,
    link,
  }
}

/** Whether the caller may see the number. */
export const seesTile = (ctx: Ctx, { may }: TileType): boolean => holds(ctx.actor, may)

export const ownerOf = (ctx: Ctx): number => userOf(ctx).user_id
