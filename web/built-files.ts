import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { acceptedEncoding, type Encoding, varyByEncoding } from '#platform/http/encoding.ts'
import { plainResponse } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'

type Bytes = Uint8Array<ArrayBuffer>
type BuiltFile = { type: string; etag: string; plain: Bytes; encoded: Partial<Record<Encoding, Bytes>> }

/** The suffixes of compressed files from `scripts/build.ts`. */
const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
const encodings = Object.keys(suffixes) as Encoding[]

/**
 * `/assets/*` from a folder of the build. File names contain a hash of the content, so browsers and this process cache
 * them permanently.
 */
export function builtFiles(folder: string): Hono<HttpEnv> {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const files = new Map<string, Promise<BuiltFile>>()
  const find = (name: string) => {
    const file = files.get(name) ?? readBuilt(folder, name, names)
    files.set(name, file)
    return file
  }
  const app = new Hono<HttpEnv>()
  app.on(['GET', 'HEAD'], '/assets/:name', async (c) => {
    const name = c.req.param('name')
    return names.has(name) ? answer(c, await find(name)) : c.text('', 404)
  })
  app.get('/assets/*', (c) => c.text('', 404))
  return app
}

async function readBuilt(folder: string, name: string, names: ReadonlySet<string>): Promise<BuiltFile> {
  const read = async (file: string) => new Uint8Array(await readFile(join(folder, file)))
  const plain = await read(name)
  const encoded: BuiltFile['encoded'] = {}
  for (const encoding of encodings) {
    const file = name + suffixes[encoding]
    if (names.has(file)) encoded[encoding] = await read(file)
  }
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  return { type: getMimeType(name) ?? 'application/octet-stream', etag: `W/"${hash}"`, plain, encoded }
}

function answer(c: Context<HttpEnv>, { type, etag, plain, encoded }: BuiltFile): Response {
  const offered = encodings.filter((encoding) => encoded[encoding])
  const headers = {
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    ...(offered.length > 0 && { vary: varyByEncoding(undefined) }),
  }
  const etags = (c.req.header('if-none-match') ?? '')
    .split(',')
    .map((encoding) => encoding.trim().replace(/^(?!W\/)/, 'W/'))
  if (etags.includes(etag) || etags.includes('W/*')) return plainResponse(c, null, 304, headers)
  const encoding = acceptedEncoding(c.req.header('accept-encoding'), offered)
  const body = (encoding && encoded[encoding]) ?? plain
  return plainResponse(c, c.req.method === 'HEAD' ? null : body, 200, {
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    'content-type': type,
    'content-length': String(body.length),
  })
}
