import { attachmentIdOf } from '#modules/catalogue/media/attachment.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { filesPort } from '#platform/ports.ts'

/** The picture of a logo of this organization, or null if it has been replaced or was never uploaded. */
export async function readLogo(
  ctx: Pick<Ctx, 'sql' | 'use'>,
  organization_id: number,
  logo: string,
): Promise<Uint8Array | null> {
  const id = attachmentIdOf(logo)
  if (id === null) return null
  const [file] = await ctx.sql<{ file_key: string }>`
    select file_key from catalogue.attachment
    where attachment_id = ${id} and organization_id = ${organization_id} and deleted_at is null
      and file_key like 'logo/%'`
  if (!file) return null
  const { stream } = await ctx.use(filesPort).open(file.file_key)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
