/** Objects are stored in parts of this size, so that none needs more memory. */
export const partBytes = 32 * 1024 * 1024

/** Cuts a stream into buffers of `size` bytes; the last one may be shorter. */
export async function* piecesOf(stream: AsyncIterable<Uint8Array>, size = partBytes): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    length += chunk.byteLength
    if (length < size) continue
    let buffer = Buffer.concat(waiting)
    for (; buffer.length >= size; buffer = buffer.subarray(size)) yield buffer.subarray(0, size)
    waiting = [buffer]
    length = buffer.length
  }
  if (length > 0) yield Buffer.concat(waiting)
}
