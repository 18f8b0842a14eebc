import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { plainAnswer } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import type { Manifest } from '#platform/module.ts'
import { partnerDocument } from '#platform/openapi/partner-document.ts'
import { resolvePart } from '#platform/openapi/resolve-part.ts'

type Schema = {
  $ref?: string
  description?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
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
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
  'x-may'?: string
  'x-added'?: boolean
}
type ApiDocument = {
  paths?: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema> }
}

type Cached = { body: string; headers: Record<string, string> }

/**
 * The OpenAPI document, for programs and for people. Each body is made once, at the first request: it takes half a
 * second and is over a megabyte, so its rate limit is that of an export, and browsers revalidate their copy.
 */
export function addApiDocs(app: Hono<HttpEnv>, manifests: readonly Manifest[]): void {
  const document = once(() => openapiDocument(manifests) as ApiDocument)
  const json = once(() => cached(JSON.stringify(document()), { 'content-type': 'application/json' }))
  const partners = once(() =>
    cached(JSON.stringify(partnerDocument(manifests)), { 'content-type': 'application/json' }),
  )
  const page = once(() => cached(pageOf(document()), { 'content-type': 'text/html; charset=utf-8', ...policy }))
  app.get('/api/openapi.json', (c) => send(c, json))
  app.get('/api/partner.json', (c) => send(c, partners))
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
    <p>${calls.length} operations. Download the document: <a href="/api/openapi.json">openapi.json</a>. Partners build on
    <a href="/api/partner.json">partner.json</a>, a part of it with the names of generated functions. Unless an operation says
    <em>anyone</em>, send the <code>token</code> from <code>POST /user/login</code> as a bearer token.</p>
    <nav>${[...modules.keys(), 'schemas'].map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
    ${[...modules].map(([name, rows]) => html`<h2 id="${name}">${name}</h2>${rows.map((row) => showCall(document, row))}`)}
    <h2 id="schemas">Objects</h2>${Object.entries(document.components?.schemas ?? {}).map(showNamed)}
    </main></body></html>`)
}

type ApiCall = { path: string; method: string; described: Described }

function showCall(document: ApiDocument, { path, method, described }: ApiCall) {
  const parameters = (described.parameters ?? []).map((parameter) => resolvePart(document, parameter))
  const responses = Object.entries(described.responses).map(([status, response]) => ({
    status,
    response: resolvePart(document, response),
  }))
  const body = schemaOf(described.requestBody)
  const answer = schemaOf(responses.find(({ status }) => status === '200')?.response)
  return html`<details><summary><b>${method}</b> <code>${path}</code>${described['x-added'] ? html` <i>added</i>` : ''}
    <span>${described['x-may'] ?? ''}</span></summary>
    <p>${described.summary ?? ''}</p>
    ${parameters.length > 0 ? html`<h3>Parameters</h3><ul>${parameters.map((p) => html`<li><code>${p.name}</code> (${p.in}${p.required ? ', required' : ''}): ${typeOf(p.schema)} ${p.description ?? ''}</li>`)}</ul>` : ''}
    ${body ? html`<h3>Body</h3><p>${typeOf(body)}</p>` : ''}
    <h3>Response</h3><p>${answer ? typeOf(answer) : 'a file'}</p>
    <h3>Errors</h3><ul>${responses.slice(1).map(({ status, response }) => html`<li><b>${status}</b> ${response.description ?? ''}</li>`)}</ul>
  </details>`
}

const schemaOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

/** An object of the document with its fields. */
function showNamed([name, schema]: [string, Schema]) {
  const required = new Set(schema.required ?? [])
  return html`<details id="${name}"><summary><code>${name}</code></summary><ul>${Object.entries(
    schema.properties ?? {},
  ).map(
    ([field, own]) =>
      html`<li><code>${field}</code>${required.has(field) ? '' : '?'}: ${typeOf(own)} ${own.description ?? ''}</li>`,
  )}</ul></details>`
}

type Shown = string | ReturnType<typeof html>

function typeOf(schema: Schema | undefined): Shown {
  if (!schema) return 'any'
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return html`<a href="#${name}">${name}</a>`
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return html`${choices.map((choice, at) => html`${at > 0 ? ' | ' : ''}${typeOf(choice)}`)}`
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const type = [schema.type ?? 'object'].flat()
  if (!type.includes('array')) return type.join(' | ')
  return html`list of ${typeOf(schema.items)}${type.includes('null') ? ' | null' : ''}`
}

const apiDocsStyle = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1d2521; background: #f7f6f3 }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere }
details { background: #fff; border: 1px solid #d9d6cf; border-radius: 6px; margin: 0.4rem 0; padding: 0.5rem 0.8rem }
summary { cursor: pointer; min-height: 24px } summary span { color: #5b635e; float: right; font-size: 14px }
h3 { font-size: 15px; margin: 0.6rem 0 0.2rem } ul { margin: 0.2rem 0; padding-left: 1.2rem } a { color: #0b5d3b }
`
