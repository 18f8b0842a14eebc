import { crc32, createDeflateRaw } from 'node:zlib'

type Bytes = AsyncGenerator<Uint8Array>
type Entry = { name: string; crc: number; packed: number; size: number; offset: number }

/** A zip file written as it grows (4 GB at most): `add` gives the bytes of one file, `end` those of the directory. */
export function openZip() {
  const entries: Entry[] = []
  let offset = 0
  const count = (bytes: Uint8Array) => {
    offset += bytes.length
    return bytes
  }

  async function* add(name: string, texts: AsyncIterable<string>): Bytes {
    const entry: Entry = { name, crc: 0, packed: 0, size: 0, offset }
    entries.push(entry)
    yield count(header(0x04034b50, entry, localFields))
    for await (const bytes of deflate(measure(entry, texts))) {
      entry.packed += bytes.length
      yield count(bytes)
    }
    yield count(words([0x08074b50, entry.crc, entry.packed, entry.size]))
  }

  function end(): Uint8Array {
    const listed = Buffer.concat(entries.map((entry) => header(0x02014b50, entry, centralFields)))
    const tail = Buffer.alloc(22)
    tail.writeUInt32LE(0x06054b50, 0)
    tail.writeUInt16LE(entries.length, 8)
    tail.writeUInt16LE(entries.length, 10)
    tail.writeUInt32LE(listed.length, 12)
    tail.writeUInt32LE(offset, 16)
    return Buffer.concat([listed, tail])
  }

  return { add, end }
}

async function* measure(entry: Entry, texts: AsyncIterable<string>): Bytes {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

async function* deflate(source: AsyncIterable<Uint8Array>): Bytes {
  const packer = createDeflateRaw({ level: 6 })
  const fed = feed(packer, source)
  try {
    for await (const bytes of packer) yield bytes as Uint8Array
    await fed
  } finally {
    packer.destroy()
  }
}

async function feed(packer: ReturnType<typeof createDeflateRaw>, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const bytes of source) {
      if (packer.destroyed) return
      if (!packer.write(bytes)) await drained(packer)
    }
    packer.end()
  } catch (error) {
    packer.destroy(error as Error)
  }
}

const drained = (packer: ReturnType<typeof createDeflateRaw>) =>
  new Promise<void>((resolve) => {
    const go = () => {
      packer.off('drain', go).off('close', go)
      resolve()
    }
    packer.on('drain', go).on('close', go)
  })

type Fields = (entry: Entry, name: Buffer) => { size: number; write(to: Buffer): void }

// Bit 3: sizes follow the data, since nobody knows them before. Bit 11: names are UTF-8. Method 8: deflate.
const flags = 0x0808
const localFields: Fields = (_entry, name) => ({
  size: 30,
  write(to) {
    to.writeUInt16LE(20, 4)
    to.writeUInt16LE(flags, 6)
    to.writeUInt16LE(8, 8)
    to.writeUInt32LE(0x00210000, 10)
    to.writeUInt16LE(name.length, 26)
  },
})
const centralFields: Fields = (entry, name) => ({
  size: 46,
  write(to) {
    to.writeUInt16LE(20, 4)
    to.writeUInt16LE(20, 6)
    to.writeUInt16LE(flags, 8)
    to.writeUInt16LE(8, 10)
    to.writeUInt32LE(0x00210000, 12)
    to.writeUInt32LE(entry.crc, 16)
    to.writeUInt32LE(entry.packed, 20)
    to.writeUInt32LE(entry.size, 24)
    to.writeUInt16LE(name.length, 28)
    to.writeUInt32LE(entry.offset, 42)
  },
})

function header(signature: number, entry: Entry, fields: Fields): Uint8Array {
  const name = Buffer.from(entry.name)
  const { size, write } = fields(entry, name)
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(signature, 0)
  write(bytes)
  return Buffer.concat([bytes, name])
}

function words(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
