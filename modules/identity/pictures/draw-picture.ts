import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { FileTypeRefused } from '../../../platform/files/file-errors.ts'
import { identityErrors } from '../errors.ts'

/** In pixels of the picture as it is seen, its rotation applied. */
export type Crop = { x: number; y: number; width: number; height: number }

const side = 256
/** A picture of a few kilobytes can unfold to gigabytes; a camera of a phone makes 50 megapixels. */
const mostPixels = 64_000_000
// SVG is a program and is not among them.
const taken = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif'])

/**
 * A square of 256 pixels as WebP, painted anew: what else a file carried (place, camera, scripts) is gone. Throws
 * FileTypeRefused, or pictureRefused for what cannot be painted.
 */
export async function drawPicture(bytes: Uint8Array, crop: Crop | null): Promise<Uint8Array> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !taken.has(type.mime)) throw new FileTypeRefused()
  try {
    const turned = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' }).autoOrient()
    const cut = crop ? turned.extract(areaOf(crop)) : turned
    return await cut.resize(side, side, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  } catch {
    throw identityErrors.pictureRefused()
  }
}

const areaOf = ({ x, y, width, height }: Crop) => ({
  left: Math.round(x),
  top: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})
