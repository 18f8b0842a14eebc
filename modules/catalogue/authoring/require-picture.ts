import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { findPicture } from '#modules/catalogue/media/attachment.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Throws imageUnknown unless the address is that of a picture in the media library of the owner; '' is no image. */
export async function requirePicture(ctx: Ctx, organization_id: number, image: string): Promise<void> {
  if (image === '' || (await findPicture(ctx, organization_id, image))) return
  throw catalogueErrors.imageUnknown()
}
