import type { Ctx } from '#platform/ctx.ts'
import { uploadStore } from './upload-store.ts'

const maxAtOnce = 100

/** Deletes uploads older than two days: their remaining bytes, then their rows. Safe to repeat. */
export async function deleteOldUploads(ctx: Ctx): Promise<void> {
  while ((await deleteBatch(ctx)) === maxAtOnce);
}

async function deleteBatch(ctx: Ctx): Promise<number> {
  const store = ctx.use(uploadStore)
  const oldUploads = await ctx.sql<{ upload_id: string }>`
    select upload_id from catalogue.media_upload
    where created_at < platform.now() - interval '2 days' order by created_at limit ${maxAtOnce}`
  for (const { upload_id } of oldUploads) await store.remove(upload_id)
  await ctx.tx(async ({ sql }) => {
    await sql`
      delete from catalogue.media_upload where upload_id = any(${sql.array(oldUploads.map(({ upload_id }) => upload_id))}::uuid[])`
  })
  return oldUploads.length
}
