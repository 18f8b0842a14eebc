import type { Ctx } from '../../../platform/ctx.ts'
import { catalogueErrors } from '../errors.ts'
import { findPicture } from '../media/attachment.sql.ts'

/** Throws imageUnknown unless the address is that of a picture in the media library of the owner; '' is no image. */
export async function requirePicture(ctx: Ctx, organization_id: number, image: string): Promise<void> {
  if (image === '' || (await findPicture(ctx, organization_id, image))) return
  throw catalogueErrors.imageUnknown()
}
