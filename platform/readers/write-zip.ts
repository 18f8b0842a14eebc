import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A deflated zip archive of these texts, for worst-case inputs: small files that unpack to large ones. `claimed` is the
 * false size that the archive states for each.
 */
export function zipFile(
  files: Readonly<Record<string, string | Uint8Array>>,
  claimedSize?: number,
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let index = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string)
    const packed = deflateRawSync(bytes, { level: 1 })
    const head = Buffer.alloc(30 + name.length)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(bytes), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(claimedSize ?? bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    head.write(name, 30)
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    head.copy(entry, 10, 8, 28)
    entry.writeUInt32LE(index, 42)
    entry.write(name, 46)
    directory.push(entry)
    parts.push(head, packed)
    index += head.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(index, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}
