import { createHash, type KeyObject } from 'node:crypto'
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
import { type ArchivedFile, zipStream } from '#platform/files/zip-stream.ts'

/**
 * The files as a ZIP archive, followed by the manifest with their hashes and its signature. The stream fails with the
 * signal's reason if the signal aborts.
 */
export function signedZip(
  files: readonly ArchivedFile[],
  about: Omit<Manifest, 'files'>,
  key: KeyObject,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hashes: Manifest['files'] = {}
  const hashedFiles = files.map(({ name, read }) => ({
    name,
    read: () => hashParts(read(), (entry) => (hashes[name] = entry)),
  }))
  const proofs = signatureFiles(about, hashes, key).map(({ name, bytes }) => ({
    name,
    async *read() {
      yield bytes()
    },
  }))
  return zipStream([...hashedFiles, ...proofs], signal)
}

async function* hashParts(
  parts: AsyncGenerator<Uint8Array>,
  onEnd: (entry: Manifest['files'][string]) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of parts) {
    hash.update(part)
    bytes += part.length
    yield part
  }
  onEnd({ sha256: hash.digest('hex'), bytes })
}

/** The manifest and its signature, which are computed after the other files. */
function signatureFiles(about: Omit<Manifest, 'files'>, files: Manifest['files'], key: KeyObject) {
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
