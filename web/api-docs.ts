import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { plainAnswer } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import type { Manifest } from '#platform/module.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  enum?: unknown[]
}
type Content = { content?: Record<string, { schema?: Schema }>; description?: string }
type Described = {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
  'x-may'?: string
  'x-added'?: boolean
}
type ApiDocument = { paths?: Record<string, Record<string, Described>> }

type Cached = { body: string; headers: Record<string, string> }

/**
 * The OpenAPI document, for programs and for people. Each body is made once, at the first request: it takes half a
 * second and is over a megabyte, so its rate limit is that of an export, and browsers revalidate their copy.
 */
export function addApiDocs(app: Hono<HttpEnv>, manifests: readonly Manifest[]): void {
  const document = once(() => openapiDocument(manifests) as ApiDocument)
  const json = once(() => cached(JSON.stringify(document()), { 'content-type': 'application/json' }))
  const page = once(() => cached(pageOf(document()), { 'content-type': 'text/html; charset=utf-8', ...policy }))
  app.get('/api/openapi.json', (c) => send(c, json))
  app.get('/api/docs', (c) => send(c, page))
  app.get('/api/docs.css', (c) => c.body(apiDocsStyle, 200, { 'content-type': 'text/css' }))
}

const policy = { 'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'" }

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function cached(body: string, headers: Record<string, string>): Cached {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, headers: { ...headers, etag, 'cache-control': 'private, no-cache' } }
}

async function send(c: Context<HttpEnv>, made: () => Cached) {
  await c.get('ctx').admit('export')
  const { body, headers } = made()
  // A compressing proxy marks the tag as weak; the body is the same.
  const known = c.req.header('if-none-match')?.replace(/^W\//, '') === headers.etag
  return known ? plainAnswer(c, null, 304, headers) : plainAnswer(c, body, 200, headers)
}

/** Every call by module: who may call it, its input, output and errors. No scripts. */
function pageOf(document: ApiDocument): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  )
  const modules = Map.groupBy(calls, ({ described }) => described.tags?.[0] ?? 'other')
  return String(html`<!doctype html><html lang="en"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" /><title>Waypost API</title>
    <link rel="stylesheet" href="/api/docs.css" /></head><body><main>
    <h1>Waypost API</h1>
    <p>${calls.length} operations. Download the document: <a href="/api/openapi.json">openapi.json</a>. Unless an operation says
    <em>anyone</em>, send the <code>token</code> from <code>POST /user/login</code> as a bearer token.</p>
    <nav>${[...modules.keys()].map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
    ${[...modules].map(([name, rows]) => html`<h2 id="${name}">${name}</h2>${rows.map(showCall)}`)}
    </main></body></html>`)
}

function showCall({ path, method, described }: { path: string; method: string; described: Described }) {
  const body = schemaOf(described.requestBody)
  const answer = schemaOf(described.responses[200])
  const failures = Object.entries(described.responses).filter(([status]) => status !== '200')
  return html`<details><summary><b>${method}</b> <code>${path}</code>${described['x-added'] ? html` <i>added</i>` : ''}
    <span>${described['x-may'] ?? ''}</span></summary>
    <p>${described.summary ?? ''}</p>
    ${described.parameters?.length ? html`<h3>Parameters</h3><ul>${described.parameters.map((p) => html`<li><code>${p.name}</code> (${p.in}${p.required ? ', required' : ''}): ${typeOf(p.schema)}</li>`)}</ul>` : ''}
    ${body ? html`<h3>Body</h3>${showSchema(body)}` : ''}
    ${answer ? html`<h3>Response</h3>${showSchema(answer)}` : html`<h3>Response</h3><p>a file</p>`}
    <h3>Errors</h3><ul>${failures.map(([status, { description }]) => html`<li><b>${status}</b> ${description ?? ''}</li>`)}</ul>
  </details>`
}

const schemaOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

function showSchema(schema: Schema, depth = 0): ReturnType<typeof html> {
  const fields = schema.properties ?? schema.items?.properties
  if (!fields || depth > 4) return html`<p>${typeOf(schema)}</p>`
  const required = new Set(schema.required ?? schema.items?.required ?? [])
  return html`<ul>${Object.entries(fields).map(
    ([name, field]) => html`<li><code>${name}</code>${required.has(name) ? '' : '?'}: ${typeOf(field)}
    ${field.properties || field.items?.properties ? showSchema(field, depth + 1) : ''}</li>`,
  )}</ul>`
}

function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'any'
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const type = [schema.type ?? 'object'].flat().join(' | ')
  return type === 'array' ? `list of ${typeOf(schema.items)}` : type
}

const apiDocsStyle = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1d2521; background: #f7f6f3 }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem }
details { background: #fff; border: 1px solid #d9d6cf; border-radius: 6px; margin: 0.4rem 0; padding: 0.5rem 0.8rem }
summary { cursor: pointer; min-height: 24px } summary span { color: #5b635e; float: right; font-size: 14px }
h3 { font-size: 15px; margin: 0.6rem 0 0.2rem } ul { margin: 0.2rem 0; padding-left: 1.2rem } a { color: #0b5d3b }
`
