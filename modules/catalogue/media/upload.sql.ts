import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { mediaErrors } from './media-errors.ts'
import { maxPerDay } from './media-kind.shared.ts'

export type MediaUpload = {
  upload_id: string
  organization_id: number
  user_id: number
  file_name: string
  file_size: number
  attachment_id: number | null
}

/** An upload of the caller. Throws notFound for other people's. */
export async function selectOwnUpload(ctx: Pick<Ctx, 'sql' | 'actor'>, upload_id: string): Promise<MediaUpload> {
  const [row] = await ctx.sql<MediaUpload>`
    select upload_id, organization_id, user_id, file_name, file_size::float8 as file_size, attachment_id
    from catalogue.media_upload where upload_id = ${upload_id} and user_id = ${userOf(ctx).user_id}`
  if (!row) throw errors.notFound()
  return row
}

/**
 * Throws dayFull if another file exceeds the daily limit of a person. The first file of a day may exceed it, so that
 * one large video fits.
 */
export async function requireDailyAllowance(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
  file_size: number,
): Promise<void> {
  // The latest upload that must expire (after a day) before this file fits.
  const [blocking] = await sql<{ seconds: number }>`
    select extract(epoch from created_at + interval '1 day' - platform.now())::float8 as seconds
    from (select created_at, row_number() over latest as files, sum(file_size) over latest as bytes
          from catalogue.media_upload
          where user_id = ${user_id} and created_at > platform.now() - interval '1 day'
          window latest as (order by created_at desc, upload_id rows unbounded preceding)) as counted
    where files >= ${maxPerDay.files} or bytes + ${file_size}::bigint > ${maxPerDay.bytes}::bigint
    order by files limit 1`
  if (blocking)
    throw mediaErrors.dayFull(blocking.seconds, { files: maxPerDay.files, size: maxPerDay.bytes / 1024 ** 3 })
}

/** Serializes the start of one person's uploads, so that concurrent ones can't exceed the daily limit. */
export const lockUploadsOf = async ({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue.media_upload'), ${user_id})`
}
