import { Buffer } from 'node:buffer'
import type { Hono } from 'hono'
import { plainAnswer } from '../platform/http/headers.ts'
import type { HttpEnv } from '../platform/http/http-env.ts'
import { changedTextsOf, textsRevision } from '../platform/texts.ts'

/**
 * `GET /texts/<language>/<revision>.json`: the texts that staff have changed, for the islands of a page. A browser keeps
 * them as long as they are those of the revision that it asked for.
 */
export function addChangedTexts(app: Hono<HttpEnv>): void {
  app.get('/texts/:language/:file{[0-9]+\\.json}', (c) => {
    const current = c.req.param('file') === `${textsRevision()}.json`
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(changedTextsOf(c.req.param('language')))))
    return plainAnswer(c, bytes, 200, {
      'content-type': 'application/json',
      'cache-control': current ? 'public, max-age=31536000, immutable' : 'no-store',
    })
  })
}
