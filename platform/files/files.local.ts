import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { outboundHold } from '#platform/outbound.ts'
import { fileErrors } from './file-errors.ts'
import { boundsOf, checkedKey, isFileKey } from './file-key.ts'
import { type SpooledFile, spool } from './spool.ts'
import type { DiskSpace, Files, OpenFile } from './stored-file.ts'
import { syncFolder } from './sync-folder.ts'
import { openSweep } from './temporary.ts'

const chunkBytes = 64 * 1024

/**
 * Files below `root` on the local disk. Several processes may share it, and may store the same content at the same
 * time.
 */
export function openLocalFiles(root: string): Files {
  const incoming = join(root, '.incoming')
  const sweep = openSweep(incoming)
  return {
    async put(file) {
      await sweep()
      return spool(incoming, file, (spooled) => place(root, incoming, spooled))
    },
    async open(key, range) {
      const path = join(root, checkedKey(key))
      const handle = await open(path, 'r').catch(missingIfAbsent)
      try {
        return await openSlice(handle, path, range)
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    async remove(key) {
      if (outboundHold()) return
      const path = join(root, checkedKey(key))
      await rm(path, { force: true })
      await rm(typePath(path), { force: true })
    },
    list: () => listKeys(root),
    sweep,
    space: () => spaceOf(root),
  }
}

/** Each stored file has its type beside it; nothing else in the folder is a stored file. */
async function* listKeys(root: string): AsyncGenerator<string> {
  const folder = await opendir(root, { recursive: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  for await (const entry of folder ?? []) {
    const key = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (entry.isFile() && isFileKey(key)) yield key
  }
}

const minFree = 2 * 1024 ** 3
const minFreeShare = 0.05

/** The disk of a folder. A folder appears with its first file; until then the nearest existing parent counts. */
async function spaceOf(folder: string): Promise<DiskSpace> {
  const disk = await statfs(folder).catch((error) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error
    return null
  })
  if (!disk) return spaceOf(dirname(folder))
  const [free_bytes, total_bytes] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  return { free_bytes, total_bytes, low: isLow(free_bytes, total_bytes) }
}

/** Less than 2 GB free, or less than a twentieth of a large disk. */
export const isLow = (free: number, total: number): boolean => free < Math.max(minFree, total * minFreeShare)

const typePath = (path: string) => `${path}.type`

/** The type is written before the content, so that readers never find content without a type. */
async function place(root: string, incoming: string, { key, path, content_type }: SpooledFile) {
  const target = join(root, key)
  await mkdir(dirname(target), { recursive: true })
  const type = join(incoming, `${randomUUID()}.part`)
  await writeSynced(type, content_type)
  await rename(type, typePath(target))
  // Windows can't replace a file that is being read; the same name always has the same bytes anyway.
  if (!(await exists(target))) await rename(path, target)
  await syncFolder(dirname(target))
}

async function writeSynced(path: string, text: string) {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function openSlice(handle: FileHandle, path: string, range?: { start: number; end?: number }): Promise<OpenFile> {
  const { size } = await handle.stat()
  const content_type = await readFile(typePath(path), 'utf8').catch(missingIfAbsent)
  const { start, end } = range ? boundsOf(range, size) : { start: 0, end: size - 1 }
  return { stream: readSlice(handle, start, end + 1), size, content_type }
}

function readSlice(handle: FileHandle, start: number, stop: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let index = start
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = new Uint8Array(Math.min(chunkBytes, stop - index))
        const { bytesRead } = chunk.length > 0 ? await handle.read(chunk, 0, chunk.length, index) : { bytesRead: 0 }
        index += bytesRead
        if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead))
        if (bytesRead > 0 && index < stop) return
        await handle.close()
        controller.close()
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}

function missingIfAbsent(error: unknown): never {
  throw (error as { code?: unknown }).code === 'ENOENT' ? fileErrors.missing() : error
}
