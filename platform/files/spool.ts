import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileTooLarge } from './file-errors.ts'
import { fileKey } from './file-key.ts'
import { sniffFile } from './sniff.ts'
import type { FileContent, NewFile, StoredFile } from './stored-file.ts'

/** Complete content on the local disk: checked, hashed, flushed, and ready to be placed. */
export type SpooledFile = StoredFile & { path: string }

/**
 * Writes new content to a file in `folder`, refuses it above its limit, and passes it to `place`. Nothing stays in
 * `folder` in any case.
 */
export async function spool(
  folder: string,
  file: NewFile,
  place: (spooled: SpooledFile) => Promise<void>,
): Promise<StoredFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.part`)
  try {
    const { sha256, size } = await writeContent(path, chunksOf(file), file.limit_bytes)
    const content_type = file.accept ? await sniffFile(path, file.accept) : (file.content_type ?? unknownType)
    const receipt = { key: fileKey(sha256, file.folder), sha256, size, content_type }
    await file.before?.(receipt.key)
    await place({ ...receipt, path })
    return receipt
  } finally {
    await rm(path, { force: true })
  }
}

const unknownType = 'application/octet-stream'

async function* chunksOf(content: FileContent): AsyncIterable<Uint8Array> {
  if ('stream' in content) yield* content.stream
  else yield content.bytes
}

async function writeContent(path: string, chunks: AsyncIterable<Uint8Array>, limit_bytes: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    const result = await copyLimited(file, chunks, limit_bytes)
    // Content must be on the disk before its name: a name without content is worse than a failed upload.
    await file.sync()
    return result
  } finally {
    await file.close()
  }
}

async function copyLimited(file: FileHandle, chunks: AsyncIterable<Uint8Array>, limit_bytes: number) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit_bytes) throw new FileTooLarge(limit_bytes)
    hash.update(chunk)
    await writeWhole(file, chunk)
  }
  return { sha256: hash.digest('hex'), size }
}

/** A single write may be short on a full disk or a network drive. */
async function writeWhole(file: FileHandle, chunk: Uint8Array) {
  for (let index = 0; index < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, index, chunk.byteLength - index)
    index += bytesWritten
  }
}
