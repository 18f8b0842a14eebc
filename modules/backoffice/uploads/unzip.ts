import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

/** What an archive may hold: a sheet of 5,000 rows needs far less, and a small file cannot become a large one. */
const mostEntries = 200
const mostBytes = 64_000_000

type Entry = { method: number; size: number; length: number; at: number }

/** The files of a zip archive by name, each opened when it is asked for; null where it is none that we open. */
export function openZip(bytes: Uint8Array): ((name: string) => Promise<string | null>) | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === null) return null
  const entries = entriesOf(view, end)
  if (entries === null) return null
  let opened = 0
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return null
    opened += entry.length
    if (opened > mostBytes) throw new RangeError('the archive holds too much')
    return new TextDecoder().decode(await contentOf(bytes, view, entry))
  }
}

/** Where the list of entries is described: the last 64 kB of the file. */
function endOf(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - 65_557)
  for (let at = view.byteLength - 22; at >= first; at -= 1) if (view.getUint32(at, true) === 0x06054b50) return at
  return null
}

function entriesOf(view: DataView, end: number): Map<string, Entry> | null {
  const count = view.getUint16(end + 10, true)
  if (count > mostEntries) return null
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return null
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number]
    const [name, ...rest] = lengths
    if (at + 46 + name > view.byteLength) return null
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 46, name)
    entries.set(new TextDecoder().decode(bytes).replaceAll('\\', '/'), {
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      length: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + name + rest[0]! + rest[1]!
  }
  return entries
}

async function contentOf(bytes: Uint8Array, view: DataView, { method, size, length, at }: Entry): Promise<Uint8Array> {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== 0x04034b50) throw new RangeError('no such entry')
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const packed = bytes.subarray(from, from + size)
  if (method === 0) return packed
  if (method !== 8) throw new RangeError('packed in a way that we do not open')
  // The length that the archive claims is the most that comes out of it.
  return inflate(packed, { maxOutputLength: Math.max(length, 1) })
}
