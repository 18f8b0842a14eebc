import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { Refusal } from '#platform/errors.ts'
import { drawImage } from '#platform/files/draw-image.ts'

const accept = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** Size limits in pixels. A picture must stay small, because visitors load it with the home page. */
const sizes = {
  logo: { width: 512, height: 256, quality: 88 },
  picture: { width: 960, height: 540, quality: 60 },
} as const

/** A logo or picture as WebP. Throws FileTypeRefused, busy, or logoRefused if it can't be drawn. */
export async function drawLogo(bytes: Uint8Array, kind: keyof typeof sizes = 'logo'): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept, fit: 'inside', ...sizes[kind] })
  } catch (error) {
    throw error instanceof Refusal ? error : catalogueErrors.logoRefused()
  }
}
