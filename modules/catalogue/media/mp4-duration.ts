import { open } from 'node:fs/promises'

/** Reads up to `length` bytes from `at`; fewer at the end of the file. */
type Read = (index: number, length: number) => Promise<DataView>
type Span = { start: number; end: number }

/** The maximum number of boxes to check on one level. */
const maxBoxes = 10_000

/** The duration of an MP4 in milliseconds by its headers, or null if they lack it. */
export async function mp4DurationMs(bytes: Uint8Array): Promise<number | null> {
  return readDuration(async (index, length) => {
    const part = bytes.subarray(index, index + length)
    return new DataView(part.buffer, part.byteOffset, part.byteLength)
  }, bytes.byteLength)
}

/** The same for a file, reading only a few bytes: a video may have gigabytes. */
export async function mp4DurationOfFile(path: string): Promise<number | null> {
  return readFrom(path, readDuration)
}

async function readFrom<T>(path: string, use: (read: Read, size: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read: Read = async (index, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, index)
      return new DataView(buffer.buffer, buffer.byteOffset, bytesRead)
    }
    return await use(read, size)
  } finally {
    await file.close()
  }
}

/** Whether a file ends before its last box does, as with an interrupted upload or recording. */
export async function isMp4Cut(path: string): Promise<boolean> {
  return readFrom(path, async (read, size) => {
    let index = 0
    for (let count = 0; index + 8 <= size && count < maxBoxes; count++) {
      const view = await read(index, 16)
      const length = lengthOf(view, size - index)
      // Bytes after the last box, such as padding, are ignored.
      if (!/^[\w ]{4}$/.test(nameIn(view)) || length < 8) return false
      if (index + length > size) return true
      index += length
    }
    return false
  })
}

async function readDuration(read: Read, size: number): Promise<number | null> {
  const movie = await findBox(read, 'moov', { start: 0, end: size })
  const header = movie && (await findBox(read, 'mvhd', movie))
  const movieHeader = header && readHeader(await read(header.start, 32), header)
  if (!header || movieHeader?.duration_ms) return movieHeader?.duration_ms ?? null
  // A fragmented movie may have its length beside its fragment defaults, in its header's units.
  const extended = await findBox(read, 'mvex', movie)
  const length = extended && (await findBox(read, 'mehd', extended))
  if (!length || !movieHeader) return null
  const view = await read(length.start, 12)
  const is64Bit = view.byteLength > 0 && view.getUint8(0) === 1
  if (view.byteLength < (is64Bit ? 12 : 8) || length.end - length.start < (is64Bit ? 12 : 8)) return null
  return Math.round(((is64Bit ? Number(view.getBigUint64(4)) : view.getUint32(4)) / movieHeader.scale) * 1000) || null
}

/** Walks the boxes of one level; returns the span of the first one of this type, without size and name. */
async function findBox(read: Read, type: string, span: Span): Promise<Span | null> {
  let index = span.start
  for (let count = 0; index + 8 <= span.end && count < maxBoxes; count++) {
    const view = await read(index, 16)
    if (view.byteLength < 8) return null
    const length = lengthOf(view, span.end - index)
    const start = index + (isLong(view, span.end - index) ? 16 : 8)
    if (length < start - index || index + length > span.end) return null
    if (nameIn(view) === type) return { start, end: index + length }
    index += length
  }
  return null
}

/** Whether the size of a box follows in 64 bits, which a size of 1 means. */
const isLong = (view: DataView, available: number) =>
  view.getUint32(0) === 1 && view.byteLength === 16 && available >= 16

/** The length of a box; 0 means that it extends to the end. */
function lengthOf(view: DataView, available: number): number {
  if (isLong(view, available)) return Number(view.getBigUint64(8))
  return view.getUint32(0) || available
}

const nameIn = (view: DataView) =>
  String.fromCharCode(view.getUint8(4), view.getUint8(5), view.getUint8(6), view.getUint8(7))

function readHeader(view: DataView, { start, end }: Span): { scale: number; duration_ms: number } | null {
  const is64Bit = view.byteLength > 0 && view.getUint8(0) === 1
  const neededBytes = is64Bit ? 32 : 20
  if (end - start < neededBytes || view.byteLength < neededBytes) return null
  const scale = view.getUint32(is64Bit ? 20 : 12)
  const duration = is64Bit ? Number(view.getBigUint64(24)) : view.getUint32(16)
  return scale > 0 ? { scale, duration_ms: Math.round((duration / scale) * 1000) } : null
}
