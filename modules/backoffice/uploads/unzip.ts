import { type Entry, fromBufferPromise } from 'yauzl'

/** What an archive may hold: a sheet of 5,000 rows needs far less, and a small file cannot become a large one. */
const mostEntries = 200
const mostBytes = 64_000_000

/**
 * The files of a zip archive by name, each unpacked when it is asked for; null for a name that is not in it. Throws for what
 * is no archive, holds too much, or is longer than it says.
 */
export async function openZip(bytes: Uint8Array): Promise<(name: string) => Promise<string | null>> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    validateEntrySizes: true,
  })
  if (zip.entryCount > mostEntries) throw new RangeError('the archive holds too many files')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  let unpacked = 0
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return null
    unpacked += entry.uncompressedSize
    if (unpacked > mostBytes) throw new RangeError('the archive holds too much')
    const parts: Buffer[] = []
    // The library ends a file that is longer than the archive says.
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part)
    return new TextDecoder().decode(Buffer.concat(parts))
  }
}
