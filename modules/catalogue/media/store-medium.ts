import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { drawImage } from '#platform/files/draw-image.ts'
import { type ClaimedFile, storeFile } from '#platform/files/file-claims.ts'
import { FileTooLarge } from '#platform/files/file-errors.ts'
import { sniffFile } from '#platform/files/sniff.ts'
import { readInWorker, type Sender } from '#platform/readers/read-in-worker.ts'
import { captionsReader } from './captions.reader.ts'
import { mediaErrors } from './media-errors.ts'
import { captionsExtensions, extensionOf, maxBytes, maxBytesOf } from './media-kind.shared.ts'
import { isMp4Cut, mp4DurationOfFile } from './mp4-duration.ts'

/** A stored file of the library; `duration_ms` for a video. */
export type StoredMedium = ClaimedFile & { duration_ms: number | null }

/** Wide enough for a lesson on a double-density screen. */
const maxPictureSide = 2400

/**
 * Stores a file that is complete on the local disk. Its type is detected from its content; pictures are re-encoded, so
 * that nothing else of the file remains. Each owner has its own folder in the store.
 */
export async function storeMedium(
  ctx: Pick<Ctx, 'tx' | 'use'> & Sender,
  { path, name, organization_id, ...options }: { path: string; name: string; organization_id: number; folder?: string },
): Promise<StoredMedium> {
  const limit_bytes = maxBytesOf(name)
  const { size } = await stat(path)
  if (size > limit_bytes) throw new FileTooLarge(limit_bytes)
  const { folder = `media-${organization_id}` } = options
  if (captionsExtensions.includes(extensionOf(name))) return storeCaptions(ctx, path, folder)
  const content_type = await sniffFile(path, { name, use: 'media' })
  if (content_type.startsWith('image/')) return storePicture(ctx, await readFile(path), folder)
  const duration_ms = content_type === 'video/mp4' ? await measureVideo(path) : null
  const storedFile = await storeFile(ctx, { stream: createReadStream(path), content_type, folder, limit_bytes })
  return { ...storedFile, duration_ms }
}

/** Measures a video, because the required watching time depends on it. Throws videoCut and videoLength. */
async function measureVideo(path: string): Promise<number> {
  if (await isMp4Cut(path)) throw mediaErrors.videoCut()
  const duration_ms = await mp4DurationOfFile(path)
  if (!duration_ms) throw mediaErrors.videoLength()
  return duration_ms
}

/** Stores captions as WebVTT in UTF-8, whatever their original format. */
async function storeCaptions(
  ctx: Pick<Ctx, 'tx' | 'use'> & Sender,
  path: string,
  folder: string,
): Promise<StoredMedium> {
  const { bytes: limit_bytes } = captionsReader.limits
  const { size } = await stat(path)
  if (size > limit_bytes) throw new FileTooLarge(limit_bytes)
  const text = await readInWorker(ctx, captionsReader, new Uint8Array(await readFile(path)))
  const file = { bytes: new TextEncoder().encode(text), content_type: 'text/vtt', folder, limit_bytes: 2 * limit_bytes }
  return { ...(await storeFile(ctx, file)), duration_ms: null }
}

/** Redraws and stores a picture. */
export async function storePicture(
  ctx: Pick<Ctx, 'tx' | 'use'>,
  picture: Uint8Array,
  folder: string,
): Promise<StoredMedium> {
  const bytes = await redrawPicture(picture)
  const file = { bytes, content_type: 'image/webp', folder, limit_bytes: maxBytes.other }
  return { ...(await storeFile(ctx, file)), duration_ms: null }
}

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** A picture as WebP. Throws busy if too many wait, pictureRefused if it can't be drawn. */
export async function redrawPicture(bytes: Uint8Array, side = maxPictureSide): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept: pictures, width: side, height: side, fit: 'inside', quality: 86 })
  } catch (error) {
    throw error instanceof Refusal ? error : mediaErrors.pictureRefused()
  }
}
