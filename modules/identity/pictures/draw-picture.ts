import { identityErrors } from '#modules/identity/errors.ts'
import { Refusal } from '#platform/errors.ts'
import { type Crop, drawImage } from '#platform/files/draw-image.ts'

const side = 256
const accept = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp'])

/** A square of 256 pixels as WebP. Throws FileTypeRefused, busy, or pictureRefused if it can't be drawn. */
export async function drawPicture(bytes: Uint8Array, crop: Crop | null): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept, width: side, height: side, fit: 'cover', crop, quality: 82 })
  } catch (error) {
    throw error instanceof Refusal ? error : identityErrors.pictureRefused()
  }
}
