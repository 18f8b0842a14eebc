import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { acceptedEncoding, varyByEncoding } from '#platform/http/encoding.ts'
import { plainResponse } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { changedTextsOf, type Text, textsRevision } from '#platform/texts.ts'

/** The texts that an island may use; undefined if the build has not listed them. */
export type IslandTexts = (island: string) => Promise<readonly Text[] | undefined>

/**
 * `GET /texts/<language>/<revision>/<island>.json`: the texts changed or translated by staff among those that an island
 * may use. Browsers cache them for as long as the requested revision is current.
 */
export function addChangedTexts(app: Hono<HttpEnv>, textsOf: IslandTexts): void {
  app.get('/texts/:language/:revision{[0-9]+}/:floor/:file{[a-z0-9-]+\\.json}', async (c) => {
    const { language, revision, floor, file } = c.req.param()
    const among = await textsOf(`${floor}/${file.replace(/\.json$/, '')}`)
    const current = revision === textsRevision()
    const bytes = Buffer.from(JSON.stringify(changedTextsOf(language, among)))
    const encoding = bytes.length > 1_000 ? acceptedEncoding(c.req.header('accept-encoding'), ['gzip']) : null
    return plainResponse(c, new Uint8Array(encoding ? gzipSync(bytes) : bytes), 200, {
      'content-type': 'application/json',
      'cache-control': current ? 'public, max-age=31536000, immutable' : 'no-store',
      vary: varyByEncoding(''),
      ...(encoding && { 'content-encoding': encoding }),
    })
  })
}
