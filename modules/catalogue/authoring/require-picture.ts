import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { findPicture } from '#modules/catalogue/media/attachment.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Throws imageUnknown unless the address belongs to a picture in the owner's media library; '' means no image. */
export async function requirePicture(ctx: Ctx, organization_id: number, image: string): Promise<void> {
  if (image === '' || (await findPicture(ctx, organization_id, image))) return
  throw catalogueErrors.imageUnknown()
}
