import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { openLimiter } from '#platform/queue/limiter.ts'
import { FileTypeRefused } from './file-errors.ts'

/** In pixels of the displayed image, after rotation. */
export type Crop = { x: number; y: number; width: number; height: number }

export type Drawn = {
  /** Accepted media types; never SVG, which can contain scripts. */
  accept: ReadonlySet<string>
  width: number
  height: number
  /** `cover` fills the area and cuts off the rest; `inside` keeps the whole image and never enlarges it. */
  fit: 'cover' | 'inside'
  crop?: Crop | null
  /** WebP quality, 1 to 100. */
  quality: number
}

/** A file of a few kilobytes can unfold to gigabytes; phone cameras make 12 to 24 megapixels by default. */
const maxPixels = 25_000_000

/**
 * For all drawing that a person waits for. Decoding the largest progressive JPEG takes about 150 MB, and password
 * hashing shares the same few threads. Throws busy if eight are waiting.
 */
export const drawInTurn = openLimiter(1, 8)
/** Wall time per picture in seconds, without the wait for a thread. */
const maxSeconds = 30
sharp.concurrency(1)
sharp.cache(false)

/**
 * Redraws an image as WebP, dropping everything else in the file (location, camera, scripts). Throws FileTypeRefused,
 * busy if too many wait, and sharp's error if the image is damaged, larger than `maxPixels` or outside its crop.
 */
export async function drawImage(bytes: Uint8Array, drawn: Drawn): Promise<Uint8Array> {
  // The first bytes identify the type.
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4_100))
  if (!type || !drawn.accept.has(type.mime)) throw new FileTypeRefused()
  return drawInTurn(() => draw(bytes, drawn))
}

async function draw(bytes: Uint8Array, { width, height, fit, crop, quality }: Drawn): Promise<Uint8Array> {
  const image = crop
    ? await cut(bytes, crop, Math.max(width, height))
    : sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' }).autoOrient()
  return image
    .resize(width, height, { fit, withoutEnlargement: fit === 'inside' })
    .webp({ quality })
    .timeout({ seconds: maxSeconds })
    .toBuffer()
}

/** Shrinks while reading, as far as the crop keeps `side` pixels in each direction, then crops. */
async function cut(bytes: Uint8Array, { x, y, width, height }: Crop, side: number) {
  const whole = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' }).autoOrient()
  const seen = (await whole.metadata()).autoOrient
  if (x + width > seen.width || y + height > seen.height) throw new RangeError('the crop leaves the image')
  const scale = Math.min(1, side / Math.min(width, height))
  const { data, info } = await whole
    .resize(Math.ceil(seen.width * scale), Math.ceil(seen.height * scale), { fit: 'fill' })
    .raw()
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true })
  const left = Math.min(Math.round(x * scale), info.width - 1)
  const top = Math.min(Math.round(y * scale), info.height - 1)
  const { channels } = info
  return sharp(data, { raw: { width: info.width, height: info.height, channels } }).extract({
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * scale), info.width - left)),
    height: Math.max(1, Math.min(Math.round(height * scale), info.height - top)),
  })
}
