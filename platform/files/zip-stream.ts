import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive, read only when its turn comes. */
export type ArchivedFile = { name: string; read: () => AsyncGenerator<Uint8Array> }

/**
 * The files as a ZIP archive, one after another: a file is read when the one before it was written, and only as fast as
 * the archive is. An error of a reader, or an aborted signal, ends the archive with that error: it then has no
 * directory, so no program opens it.
 */
export async function* zipStream(files: readonly ArchivedFile[], signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  let source: Readable | null = null
  // Closes the sources of an abandoned archive, which would otherwise stay paused permanently.
  output.on('close', () => source?.destroy())
  for (const { name, read } of files)
    zip.addReadStreamLazy(name, (give) => {
      const stream = Readable.from(read(), { objectMode: false, highWaterMark: 64 * 1024 })
      stream.on('error', (error: Error) => output.destroy(error))
      source = stream
      give(null, stream)
    })
  zip.end()
  const end = () => output.destroy(signal!.reason)
  signal?.addEventListener('abort', end)
  try {
    for await (const bytes of output) yield bytes as Uint8Array
  } finally {
    signal?.removeEventListener('abort', end)
    output.destroy()
  }
}
