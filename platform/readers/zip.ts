import { type Entry, fromBufferPromise } from 'yauzl'

export type ZipLimits = {
  entries: number
  /** Of all files that are read, unpacked, in bytes; both what the archive says and what comes out of it. */
  unpacked: number
}

export type Zip = {
  /** The names of its files, folders aside, in the order of the archive. */
  names: string[]
  /** A file unpacked; null for a name that is not in it. */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** The same as text in UTF-8. */
  text(name: string): Promise<string | null>
}

/** A zip archive that holds, or would unpack to, more than it may. */
export class ZipRefused extends Error {}

/**
 * Opens a zip archive for a reader; each file is unpacked when it is asked for. Throws ZipRefused, and errors of the library
 * for what is no archive or lies about its sizes.
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
