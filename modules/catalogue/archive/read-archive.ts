import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { maxBytesOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { parseForeignJson } from '#platform/readers/json.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { type ArchivedMedium, CourseFile, courseFileName, courseFormat } from './course-file.schema.ts'

/** The limits of an archive. Its stated sizes are not trusted: bytes are counted while unpacking. */
export const archiveLimits = {
  entries: 2_001,
  courseBytes: 32 * 1024 * 1024,
  bytes: 4 * 1024 * 1024 * 1024,
} as const
type Limits = Readonly<Record<keyof typeof archiveLimits, number>>

export type ReadArchive = {
  file: CourseFile
  /** The unpacked media and their paths. */
  media: (ArchivedMedium & { unpacked: string })[]
}

const mediaName = /^media\/[1-9]\d{0,3}\.[a-z0-9]{2,4}$/
const unixLink = 0o120000
const unixType = 0o170000

/**
 * Unpacks an archive into a folder and validates it completely. We name the files, so no path of the archive is ever
 * opened; content longer than stated or allowed stops the reading. Throws ArchiveRefused.
 */
export async function readArchive(path: string, folder: string, limits: Limits = archiveLimits): Promise<ReadArchive> {
  const zip = await openPromise(path, { strictFileNames: true, validateEntrySizes: true, autoClose: false }).catch(
    (): never => {
      throw new ArchiveRefused('noArchive')
    },
  )
  try {
    const entries = await listEntries(zip, limits)
    const course = entries.get(courseFileName)
    if (!course) throw new ArchiveRefused('noArchive')
    const file = parseCourse(await readText(zip, course, limits.courseBytes))
    const mediaByPath = new Map(file.media.map((medium) => [medium.path, medium]))
    if (mediaByPath.size < file.media.length) throw new ArchiveRefused('badCourse', { path: 'media' })
    for (const name of entries.keys())
      if (name !== courseFileName && !mediaByPath.has(name))
        throw new ArchiveRefused('badEntry', { name: safeName(name) })
    await mkdir(folder, { recursive: true })
    const media: ReadArchive['media'] = []
    for (const [index, medium] of file.media.entries()) {
      const entry = entries.get(medium.path)
      if (!entry) throw new ArchiveRefused('badMedium', { name: medium.name })
      const unpacked = join(folder, String(index + 1))
      await unpack(zip, entry, medium, unpacked)
      media.push({ ...medium, unpacked })
    }
    return { file, media }
  } finally {
    zip.close()
  }
}

/** The entries by name: refuses duplicate names, folders, links, encrypted entries and unusual names. */
async function listEntries(zip: ZipFile, limits: Limits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new ArchiveRefused('tooLarge')
  const entries = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      const refusal = new ArchiveRefused('badEntry', { name: safeName(name) })
      if (name !== courseFileName && !mediaName.test(name)) throw refusal
      const isLink = ((entry.externalFileAttributes >>> 16) & unixType) === unixLink
      if (entries.has(name) || isLink || entry.isEncrypted() || !entry.canDecodeFileData()) throw refusal
      bytes += entry.uncompressedSize
      entries.set(name, entry)
      if (bytes > limits.bytes || entries.size > limits.entries) throw new ArchiveRefused('tooLarge')
    }
  } catch (error) {
    // The library refuses names with '..', absolute paths and backslashes, and inconsistent directories.
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused('noArchive')
  }
  return entries
}

const safeName = (name: string) => name.replaceAll(/[^\p{L}\p{N} ._/-]/gu, '?').slice(0, 80)

async function readText(zip: ZipFile, entry: Entry, max: number): Promise<string> {
  if (entry.uncompressedSize > max) throw new ArchiveRefused('tooLarge')
  const parts: Buffer[] = []
  try {
    for await (const part of limitBytes(await zip.openReadStreamPromise(entry), max)) parts.push(part)
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch (error) {
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused('noArchive')
  }
}

/** Stops a stream that exceeds its limit: an archive's stated sizes are not trusted. */
async function* limitBytes(stream: Readable, max: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > max) throw new ArchiveRefused('tooLarge')
    yield part
  }
}

function parseCourse(text: string): CourseFile {
  let value: unknown
  try {
    value = parseForeignJson(text)
  } catch {
    throw new ArchiveRefused('noArchive')
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'string' && format.startsWith('waypost-course/') && format !== courseFormat)
    throw new ArchiveRefused('otherFormat')
  const parsed = CourseFile.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ArchiveRefused('badCourse', { path: safeName(issue!.path.join('.')) || courseFileName })
}

async function unpack(zip: ZipFile, entry: Entry, medium: ArchivedMedium, target: string): Promise<void> {
  const { path, name, size, sha256 } = medium
  if (size > maxBytesOf(path) || entry.uncompressedSize !== size) throw new ArchiveRefused('badMedium', { name })
  const hash = createHash('sha256')
  try {
    const stream = await zip.openReadStreamPromise(entry)
    await pipeline(
      limitBytes(stream, size),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part)
          yield part
        }
      },
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    )
  } catch {
    throw new ArchiveRefused('badMedium', { name })
  }
  if (hash.digest('hex') !== sha256) throw new ArchiveRefused('badMedium', { name })
}
