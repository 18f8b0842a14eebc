import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { Refusal } from '#platform/errors.ts'
import { drawImage } from '#platform/files/draw-image.ts'

const accept = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** A logo as WebP of at most 512 x 256 pixels. Throws FileTypeRefused, busy, or logoRefused if it can't be drawn. */
export async function drawLogo(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept, width: 512, height: 256, fit: 'inside', quality: 88 })
  } catch (error) {
    throw error instanceof Refusal ? error : catalogueErrors.logoRefused()
  }
}
