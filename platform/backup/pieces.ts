/** Objects are stored in parts of this size, so that none needs more memory. */
export const partBytes = 32 * 1024 * 1024

/** Cuts a stream into buffers of `size` bytes; the last one may be shorter. */
export async function* piecesOf(stream: AsyncIterable<Uint8Array>, size = partBytes): AsyncGenerator<Buffer> {
  let pendingChunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    pendingChunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    length += chunk.byteLength
    if (length < size) continue
    let buffer = Buffer.concat(pendingChunks)
    for (; buffer.length >= size; buffer = buffer.subarray(size)) yield buffer.subarray(0, size)
    pendingChunks = [buffer]
    length = buffer.length
  }
  if (length > 0) yield Buffer.concat(pendingChunks)
}
