import { lk_user_tile_type } from '#modules/backoffice/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { label } from '#platform/lookups.ts'
import { holds, userOf } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import type { Subject, TileType } from './tile-types.ts'

export type Value = { data: { data: string; meta: string }; count: number }

/** The formatted number of a tile, with the text below it. */
export async function tileValue(ctx: Ctx, type: TileType, subject: Subject): Promise<Value> {
  const [row] = await ctx.sql<{ n: number }>`${type.count(ctx, subject)}`
  const { n } = row!
  const figure = formatNumber(n, ctx.locale)
  return {
    data: { data: type.grows && n > 0 ? `+${figure}` : figure, meta: localize(ctx.locale, type.meta) },
    count: n,
  }
}

export type UserTile = { user_tile_id: number | null; application_path: string; order: number }

/** A tile for the page. */
export async function tileResponse(ctx: Ctx, type: TileType, userTile: UserTile, subject: Subject) {
  const { data } = await tileValue(ctx, type, subject)
  const { lk_user_tile_type_id, icon, icon_color, api_endpoint, link = null, linkFor } = type
  return {
    ...userTile,
    lk_user_tile_type_id,
    title: label(lk_user_tile_type, lk_user_tile_type_id, ctx.locale),
    cached_data: data,
    updated_at: ctx.now.toISOString(),
    icon,
    icon_color,
    api_endpoint,
    link: linkFor && !holds(ctx.actor, linkFor) ? null : link,
  }
}

/** Whether the caller may see the number. */
export const seesTile = (ctx: Ctx, { may }: TileType): boolean => holds(ctx.actor, may)

/** The user id to which the caller's tiles belong. */
export const ownerOf = (ctx: Ctx): number => userOf(ctx).user_id
