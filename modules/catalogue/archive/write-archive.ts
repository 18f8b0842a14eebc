import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Files } from '#platform/files/files.ts'
import { courseFileName } from './course-file.schema.ts'
import type { GatheredCourse } from './gather-course.ts'

/** The same timestamp for every entry, so that equal courses make equal archives. */
const mtime = new Date('2000-01-01T00:00:00Z')

/**
 * A course as the bytes of a zip archive, read from the file store piece by piece. Media are already compressed and
 * stored as they are. `onMedium` gets the number of finished ones.
 */
export async function* writeArchive(
  { file, media }: GatheredCourse,
  files: Pick<Files, 'open'>,
  onMedium: (finishedCount: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  let finished = 0
  zip.addBuffer(Buffer.from(JSON.stringify(file, null, 1)), courseFileName, { mtime })
  for (const { path, file_key, size } of media) {
    zip.addReadStreamLazy(path, { mtime, compress: false, size }, (give) => {
      onMedium(finished++)
        .then(() => files.open(file_key))
        .then(
          // The stream types of the browser and of Node differ, but the objects are the same at run time.
          ({ stream }) => give(null, Readable.fromWeb(stream as never)),
          // The callback's type has a stream parameter besides the error, which it does not use.
          (error: Error) => give(error, undefined as never),
        )
    })
  }
  zip.end()
  try {
    for await (const bytes of output) yield bytes as Uint8Array
  } finally {
    output.destroy()
  }
}
