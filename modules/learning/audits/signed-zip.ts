import { createHash, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { signExport } from '#platform/audit/export-key.ts'
import {
  type Manifest,
  manifestName,
  sha256,
  signatureName,
  sumsName,
  sumsOf,
  sumsSignatureName,
} from '#platform/audit/export-manifest.ts'

/** A file of an export, read only when its turn comes. */
export type ExportedFile = { name: string; read: () => AsyncGenerator<Uint8Array> }

/**
 * The files as a ZIP archive, one after another, then the manifest with their hashes, and its signature. A file is read when the
 * one before it was written, and only as fast as the archive is. An aborted signal ends the archive with its reason.
 */
export async function* signedZip(
  files: readonly ExportedFile[],
  about: Omit<Manifest, 'files'>,
  key: KeyObject,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hashed: Manifest['files'] = {}
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const add = (name: string, read: () => AsyncGenerator<Uint8Array>) =>
    zip.addReadStreamLazy(name, (give) => {
      const stream = Readable.from(read(), { objectMode: false, highWaterMark: 64 * 1024 })
      // An error of the reader ends the archive; without its directory it cannot be opened.
      stream.on('error', (error: Error) => output.destroy(error))
      give(null, stream)
    })
  for (const { name, read } of files) add(name, () => counted(read(), (entry) => (hashed[name] = entry)))
  for (const { name, bytes } of signed(about, hashed, key))
    add(name, async function* () {
      yield bytes()
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

async function* counted(
  parts: AsyncGenerator<Uint8Array>,
  done: (entry: Manifest['files'][string]) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of parts) {
    hash.update(part)
    bytes += part.length
    yield part
  }
  done({ sha256: hash.digest('hex'), bytes })
}

/** The files about the others; each is made after them. */
function signed(about: Omit<Manifest, 'files'>, files: Manifest['files'], key: KeyObject) {
  const manifest = (): Uint8Array => Buffer.from(`${JSON.stringify({ ...about, files }, null, 2)}\n`)
  const sums = (): Uint8Array => {
    const hashes = new Map(Object.entries(files).map(([name, file]) => [name, file.sha256]))
    return Buffer.from(sumsOf(hashes.set(manifestName, sha256(manifest()))))
  }
  return [
    { name: manifestName, bytes: manifest },
    { name: signatureName, bytes: () => Buffer.from(signExport(key, manifest()).toString('base64')) },
    { name: sumsName, bytes: sums },
    { name: sumsSignatureName, bytes: () => signExport(key, sums()) },
  ]
}
