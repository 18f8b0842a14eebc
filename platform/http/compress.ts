import { Buffer } from 'node:buffer'
import { constants, gzipSync } from 'node:zlib'
import type { HonoRequest } from 'hono'
import { acceptedEncoding, minBytes, varyByEncoding } from './encoding.ts'
import { bearerOf } from './same-site.ts'

const text = /^(?:text\/html|application\/json)\b/

type EncodedBody = { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/**
 * Compresses an HTML or JSON response if that is worthwhile and safe (`mayCompress`). A few tens of kilobytes take less
 * than a millisecond here; in the thread pool they would wait behind password hashes.
 */
export function compressResponse(
  request: HonoRequest,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): EncodedBody {
  if (headers['content-encoding'] || !text.test(headers['content-type'] ?? '')) return { body, headers }
  if (Buffer.byteLength(body) < minBytes) return { body, headers }
  const variedHeaders = { ...headers, vary: varyByEncoding(headers.vary) }
  if (!mayCompress(request) || !acceptedEncoding(request.header('accept-encoding'), ['gzip']))
    return { body, headers: variedHeaders }
  const { etag } = headers
  return {
    body: gzipSync(body, { level: constants.Z_BEST_SPEED + 2 }),
    headers: {
      ...variedHeaders,
      'content-encoding': 'gzip',
      // The bytes differ by encoding, the content does not.
      ...(etag && !etag.startsWith('W/') && { etag: `W/${etag}` }),
    },
  }
}

/**
 * The length of a compressed response reveals whether text that a foreign page put into the request occurs in it again
 * (BREACH). So a response to a browser with cookies is compressed only if the request came from its own site. Without
 * cookies there is no personal secret, and a foreign page can't send a program's bearer token.
 */
function mayCompress(request: HonoRequest): boolean {
  if (bearerOf(request) !== null || request.header('cookie') === undefined) return true
  const site = request.header('sec-fetch-site')
  return site === 'same-origin' || site === 'none'
}
