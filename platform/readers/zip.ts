import { type Entry, fromBufferPromise } from 'yauzl'

export type ZipLimits = {
  entries: number
  /** The unpacked bytes of all files read; limits both the archive's stated sizes and the actual output. */
  unpacked: number
}

export type Zip = {
  /** The names of its files, without folders, in archive order. */
  names: string[]
  /** Unpacks a file; null if there is none of that name. */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** The same as text in UTF-8. */
  text(name: string): Promise<string | null>
}

/** A zip archive that contains, or would unpack to, more than allowed. */
export class ZipRefused extends Error {}

/**
 * Opens a zip archive for a reader; each file is unpacked on demand. Throws ZipRefused, and the library's errors for
 * content that is not an archive or misstates its sizes.
 */
export async function openZip(content: Uint8Array, limits: ZipLimits): Promise<Zip> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const zip = await fromBufferPromise(buffer, { validateEntrySizes: true })
  if (zip.entryCount > limits.entries) throw new ZipRefused()
  const entries = new Map<string, Entry>()
  let count = 0
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > limits.entries) throw new ZipRefused()
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  let unpacked = 0
  const bytes = async (name: string) => {
    const entry = entries.get(name)
    if (!entry) return null
    if (unpacked + entry.uncompressedSize > limits.unpacked) throw new ZipRefused()
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) {
      unpacked += part.length
      if (unpacked > limits.unpacked) throw new ZipRefused()
      parts.push(part)
    }
    return new Uint8Array(Buffer.concat(parts))
  }
  const text = async (name: string) => {
    const content = await bytes(name)
    return content && new TextDecoder().decode(content)
  }
  return { names: [...entries.keys()], bytes, text }
}
