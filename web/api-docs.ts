import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { plainResponse } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import type { Manifest } from '#platform/module.ts'
import { documentOfSite, partnerDocument } from '#platform/openapi/partner-document.ts'
import { pathTo } from '#platform/path-to.ts'

type CachedDocument = { body: string; headers: Record<string, string> }

/**
 * The OpenAPI documents, for programs; people read `/developers`. Each body is built once, at the first request. It
 * takes half a second and is over a megabyte, so the rate limit is that of an export, and browsers revalidate their
 * copy.
 */
export function addApiDocs(app: Hono<HttpEnv>, manifests: readonly Manifest[]): void {
  const json = once(() => cached(JSON.stringify(openapiDocument(manifests)), { 'content-type': 'application/json' }))
  const partners = once(() => JSON.stringify(partnerDocument(manifests)))
  app.get('/api/openapi.json', (c) => send(c, json))
  app.get('/api/partner.json', (c) => {
    const { organization, request } = c.get('ctx')
    const site = { origin: request.origin, name: organization.name }
    return send(c, () => cached(documentOfSite(partners(), site), { 'content-type': 'application/json' }))
  })
  app.get('/api/docs', (c) => c.redirect(pathTo('/developers/reference'), 301))
}

function once<T>(make: () => T): () => T {
  let cached: T | undefined
  return () => {
    cached ??= make()
    return cached
  }
}

function cached(body: string, headers: Record<string, string>): CachedDocument {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, headers: { ...headers, etag, 'cache-control': 'private, no-cache' } }
}

async function send(c: Context<HttpEnv>, read: () => CachedDocument) {
  await c.get('ctx').admit('export')
  const { body, headers } = read()
  // A compressing proxy marks the tag as weak; the body is the same.
  const isUnchanged = c.req.header('if-none-match')?.replace(/^W\//, '') === headers.etag
  return isUnchanged ? plainResponse(c, null, 304, headers) : plainResponse(c, body, 200, headers)
}
