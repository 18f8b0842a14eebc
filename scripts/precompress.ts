import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { minBytes } from '#platform/http/encoding.ts'

const compressible = /\.(?:js|css|svg|json)$/
const codecs = [
  ['.br', promisify(brotliCompress)],
  ['.gz', (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 })],
] as const

/**
 * Writes brotli and gzip files beside each of the folder's texts that is worth it; `web/built-files.ts` serves them.
 */
export async function precompress(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => compressible.test(name))) {
    const bytes = await readFile(join(folder, name))
    if (bytes.length < minBytes) continue
    for (const [suffix, encode] of codecs) await writeFile(join(folder, name + suffix), await encode(bytes))
  }
}
