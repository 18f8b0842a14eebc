import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { FileTypeRefused } from '../../../platform/files/file-errors.ts'
import { catalogueErrors } from '../errors.ts'

/** A picture of a few kilobytes can unfold to gigabytes. */
const mostPixels = 32_000_000
// SVG is a program and is not among them.
const taken = new Set(['image/png', 'image/jpeg', 'image/webp'])

/**
 * A logo as WebP of at most 512 x 256 pixels, painted anew: what else a file carried is gone. Throws FileTypeRefused, or
 * logoRefused for what cannot be painted.
 */
export async function drawLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !taken.has(type.mime)) throw new FileTypeRefused()
  try {
    const turned = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' }).autoOrient()
    return await turned.resize(512, 256, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 88 }).toBuffer()
  } catch {
    throw catalogueErrors.logoRefused()
  }
}
