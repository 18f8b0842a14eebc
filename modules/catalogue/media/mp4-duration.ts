/** The duration of an MP4 in milliseconds as its movie header says, or null for what is none. */
export function mp4DurationMs(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const movie = findBox(view, 'moov', 0, view.byteLength)
  const header = movie && findBox(view, 'mvhd', movie.start, movie.end)
  return header ? readHeader(view, header) : null
}

type Span = { start: number; end: number }

/** Walks the boxes of one level; the span of the first of this type, without its size and name. */
function findBox(view: DataView, type: string, from: number, to: number): Span | null {
  let at = from
  while (at + 8 <= to) {
    const size = view.getUint32(at)
    // 1: the size follows in 64 bits; 0: the box goes on to the end.
    const long = size === 1 && at + 16 <= to
    const length = long ? Number(view.getBigUint64(at + 8)) : size === 0 ? to - at : size
    const start = at + (long ? 16 : 8)
    if (length < start - at || at + length > to) return null
    if (nameAt(view, at + 4) === type) return { start, end: at + length }
    at += length
  }
  return null
}

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

function readHeader(view: DataView, { start, end }: Span): number | null {
  const wide = view.getUint8(start) === 1
  if (end - start < (wide ? 32 : 20)) return null
  const scale = view.getUint32(start + (wide ? 20 : 12))
  const duration = wide ? Number(view.getBigUint64(start + 24)) : view.getUint32(start + 16)
  return scale > 0 ? Math.round((duration / scale) * 1000) : null
}
