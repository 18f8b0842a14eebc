import { FileTooLarge } from './file-errors.ts'

/** Reads a whole stream into memory; refuses it (413) above its limit. */
export async function readBytes(stream: AsyncIterable<Uint8Array>, limit_bytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > limit_bytes) throw new FileTooLarge(limit_bytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
