import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'

export type MediaUpload = {
  upload_id: string
  organization_id: number
  user_id: number
  file_name: string
  file_size: number
  attachment_id: number | null
}

/** An upload of the caller; null for someone else's. */
export async function selectOwnUpload(ctx: Pick<Ctx, 'sql' | 'actor'>, upload_id: string): Promise<MediaUpload> {
  const [row] = await ctx.sql<MediaUpload>`
    select upload_id, organization_id, user_id, file_name, file_size::float8 as file_size, attachment_id
    from catalogue.media_upload where upload_id = ${upload_id} and user_id = ${userOf(ctx).user_id}`
  if (!row) throw errors.notFound()
  return row
}

/** The uploads that a person started within a day. */
export async function countOfDay(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
): Promise<{ files: number; bytes: number }> {
  const [sum] = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(file_size), 0)::float8 as bytes
    from catalogue.media_upload
    where user_id = ${user_id} and created_at > platform.now() - interval '1 day'`
  return sum!
}

/** Serializes the start of one person's uploads, so that concurrent ones can't exceed the daily limit. */
export const lockUploadsOf = async ({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue.media_upload'), ${user_id})`
}
