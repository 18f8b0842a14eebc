import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { openLimiter } from '#platform/queue/limiter.ts'
import { FileTypeRefused } from './file-errors.ts'

/** In pixels of the displayed image, after rotation. */
export type Crop = { x: number; y: number; width: number; height: number }

export type DrawnImage = {
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
export async function drawImage(bytes: Uint8Array, options: DrawnImage): Promise<Uint8Array> {
  // The first bytes identify the type.
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4_100))
  if (!type || !options.accept.has(type.mime)) throw new FileTypeRefused()
  return drawInTurn(() => draw(bytes, options))
}

/** The share of an icon's side that its picture's diagonal takes: launchers cut icons into circles. */
const diagonal = 0.78
/** The average lightness from which a picture is lost on white. */
const maxLight = 200

/**
 * A picture in the middle of a square that a launcher may cut into any shape: on white, or on `ground` if it is too
 * light for that.
 */
export const drawIcon = (bytes: Uint8Array, side: number, ground: string): Promise<Uint8Array> =>
  drawInTurn(async () => {
    const read = () => sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' })
    const { width, height } = await read().metadata()
    const scale = (side * diagonal) / Math.hypot(width, height)
    const { data, info } = await read()
      .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true })
    const background = lightnessOf(data) > maxLight ? ground : '#ffffff'
    const raw = { width: info.width, height: info.height, channels: info.channels }
    return sharp({ create: { width: side, height: side, channels: 3, background } })
      .composite([{ input: data, raw }])
      .png()
      .toBuffer()
  })

/** The average lightness of what is visible of RGBA pixels, 0 to 255. */
function lightnessOf(pixels: Uint8Array): number {
  let light = 0
  let visible = 0
  for (let index = 0; index < pixels.length; index += 4) {
    const alpha = pixels[index + 3]!
    light += alpha * (0.2126 * pixels[index]! + 0.7152 * pixels[index + 1]! + 0.0722 * pixels[index + 2]!)
    visible += alpha
  }
  return visible === 0 ? 0 : light / visible
}

async function draw(bytes: Uint8Array, { width, height, fit, crop, quality }: DrawnImage): Promise<Uint8Array> {
  const image = crop
    ? await cropImage(bytes, crop, Math.max(width, height))
    : sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' }).autoOrient()
  return image
    .resize(width, height, { fit, withoutEnlargement: fit === 'inside' })
    .webp({ quality })
    .timeout({ seconds: maxSeconds })
    .toBuffer()
}

/** Shrinks while reading, as far as the crop keeps `side` pixels in each direction, then crops. */
async function cropImage(bytes: Uint8Array, { x, y, width, height }: Crop, side: number) {
  const image = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' }).autoOrient()
  const displayed = (await image.metadata()).autoOrient
  if (x + width > displayed.width || y + height > displayed.height) throw new RangeError('the crop leaves the image')
  const scale = Math.min(1, side / Math.min(width, height))
  const { data, info } = await image
    .resize(Math.ceil(displayed.width * scale), Math.ceil(displayed.height * scale), { fit: 'fill' })
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
