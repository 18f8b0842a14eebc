import { open } from 'node:fs/promises'

/** Reads up to `length` bytes from `at`; fewer where the file ends. */
type Read = (at: number, length: number) => Promise<DataView>
type Span = { start: number; end: number }

/** Boxes of one level that are looked at before a file is taken for none of ours. */
const mostBoxes = 10_000

/** The duration of an MP4 in milliseconds as its movie header says, or null if it is not an MP4. */
export async function mp4DurationMs(bytes: Uint8Array): Promise<number | null> {
  return readDuration(async (at, length) => {
    const part = bytes.subarray(at, at + length)
    return new DataView(part.buffer, part.byteOffset, part.byteLength)
  }, bytes.byteLength)
}

/** The same of a file, of which a few bytes are read: a video may have gigabytes. */
export async function mp4DurationOfFile(path: string): Promise<number | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await readDuration(async (at, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at)
      return new DataView(buffer.buffer, buffer.byteOffset, bytesRead)
    }, size)
  } finally {
    await file.close()
  }
}

async function readDuration(read: Read, size: number): Promise<number | null> {
  const movie = await findBox(read, 'moov', { start: 0, end: size })
  const header = movie && (await findBox(read, 'mvhd', movie))
  return header ? readHeader(await read(header.start, 32), header) : null
}

/** Walks the boxes of one level; the span of the first of this type, without its size and name. */
async function findBox(read: Read, type: string, within: Span): Promise<Span | null> {
  let at = within.start
  for (let seen = 0; at + 8 <= within.end && seen < mostBoxes; seen++) {
    const view = await read(at, 16)
    if (view.byteLength < 8) return null
    const size = view.getUint32(0)
    // 1: the size follows in 64 bits; 0: the box extends to the end.
    const long = size === 1 && view.byteLength === 16 && at + 16 <= within.end
    const length = long ? Number(view.getBigUint64(8)) : size === 0 ? within.end - at : size
    const start = at + (long ? 16 : 8)
    if (length < start - at || at + length > within.end) return null
    if (nameIn(view) === type) return { start, end: at + length }
    at += length
  }
  return null
}

const nameIn = (view: DataView) =>
  String.fromCharCode(view.getUint8(4), view.getUint8(5), view.getUint8(6), view.getUint8(7))

function readHeader(view: DataView, { start, end }: Span): number | null {
  const wide = view.byteLength > 0 && view.getUint8(0) === 1
  const needed = wide ? 32 : 20
  if (end - start < needed || view.byteLength < needed) return null
  const scale = view.getUint32(wide ? 20 : 12)
  const duration = wide ? Number(view.getBigUint64(24)) : view.getUint32(16)
  return scale > 0 ? Math.round((duration / scale) * 1000) : null
}
