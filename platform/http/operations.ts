import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Hono } from 'hono'
import { errors } from '#platform/errors.ts'
import { fileErrors } from '#platform/files/file-errors.ts'
import { outsideTrust } from '#platform/files/serve.ts'
import type { Manifest } from '#platform/module.ts'
import { forGenerators } from '#platform/openapi/for-generators.ts'
import type { ApiDocument } from '#platform/openapi/walk-schemas.ts'
import { addWebhookEvents } from '#platform/openapi/webhook-events.ts'
import { type AnyOperation, type BinaryResponse, isBinary } from '#platform/operation.ts'
import { rateOf } from '#platform/rate-class.ts'
import { z } from '#platform/schema.ts'
import { requireAdmission } from '#platform/viewing.ts'
import { deprecationHeaders, deprecationOf } from './deprecation.ts'
import { matchesTag, tagOf } from './entity-tag.ts'
import { failureOf, retryAfterOf } from './failure.ts'
import { plainResponse } from './headers.ts'
import type { HttpEnv } from './http-env.ts'
import { bodyOf, type IdempotentResponse, idempotencyKeyOf, respondOnce } from './idempotency.ts'
import { readInput } from './input.ts'
import { defaultBodyLimit, limitBody, megabyte } from './limit-body.ts'
import { isSameSite } from './same-site.ts'
import { withoutSecondSpellings } from './second-spellings.ts'

export type OperationHooks = {
  /** Sets cookies on success, for example the session's. */
  cookies?: (c: Context<HttpEnv>, operation: AnyOperation, result: Record<string, unknown>) => readonly string[]
}

const FailureIssue = z.object({ path: z.string(), message: z.string() }).openapi('FailureIssue')

const Failure = z
  .object({
    error: z.literal(true),
    code: z.string(),
    message: z.string(),
    issues: z.array(FailureIssue).optional(),
    retry_after: z.int().optional().openapi({ description: 'Seconds, as the header Retry-After; of status 429.' }),
  })
  .catchall(z.unknown())
  .openapi('Failure')

/** Fixed paths win over parameter paths, whatever the order of the modules. */
const bySpecificity = (a: AnyOperation, b: AnyOperation) =>
  (a.path.match(/\{/g) ?? []).length - (b.path.match(/\{/g) ?? []).length

/** Adds every operation of the modules as a route under `prefix`, with and without a trailing slash. */
export function addOperations(
  app: Hono<HttpEnv>,
  manifests: readonly Manifest[],
  hooks: OperationHooks = {},
  prefix = '/api',
): void {
  const operations = manifests.flatMap((manifest) => manifest.operations).toSorted(bySpecificity)
  for (const operation of operations) {
    const path = prefix + operation.path.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1')
    const limit = limitBody(maxBody(operation))
    for (const spelling of [path, `${path}/`]) {
      app.on(operation.method, spelling, limit, (c) => respond(c, operation, hooks))
    }
  }
}

const maxFile = 25 * megabyte

/** A visitor's call is limited to the size of a form; a person with an account may send a whole course. */
function maxBody({ max_body, file, may }: AnyOperation): number {
  if (max_body !== undefined) return max_body
  if (file) return maxFile
  return may.gate({ kind: 'anonymous' }) ? defaultBodyLimit : megabyte
}

async function respond(c: Context<HttpEnv>, operation: AnyOperation, hooks: OperationHooks): Promise<Response> {
  const ctx = c.get('ctx')
  if (operation.deprecated) c.set('headers', { ...c.get('headers'), ...deprecationHeaders(operation.deprecated) })
  try {
    // Before the input is read, so that strangers learn nothing about a call's input.
    await requireAdmission(ctx, operation)
    // A link or image on a foreign page can reach a changing GET as easily as any other.
    if (operation.changes && !isSameSite(c.req)) throw errors.crossSite()
    // The rate limit comes before the body: a refused caller costs only its headers.
    await ctx.admit(operation.rate)
    const key = idempotencyKeyOf(ctx, operation, c.req.header('idempotency-key'))
    const input = await readInput(c, operation)
    if (key !== null) return replayResponse(c, await respondOnce(ctx, operation, input, key))
    const result = await operation.runAdmitted(ctx, input)
    const cookies = hooks.cookies?.(c, operation, result as Record<string, unknown>) ?? []
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    if (isBinary(operation.gives)) return await sendFile(c, result as BinaryResponse)
    const body = bodyOf(result)
    return cookies.length > 0 ? c.body(body, 200, json) : sendJson(c, operation, body)
  } catch (error) {
    const failure = failureOf(error, ctx.locale, ctx.log)
    return plainResponse(c, JSON.stringify(failure.body), failure.status, { ...json, ...retryAfterOf(failure) })
  }
}

/**
 * The response, or 304 without a body if the caller has it already. The operation has run, so its permissions apply
 * here too.
 */
function sendJson(c: Context<HttpEnv>, operation: AnyOperation, body: string): Response {
  const tag = tagOf(c.get('ctx'), operation, body)
  if (!tag) return plainResponse(c, body, 200, json)
  if (matchesTag(c.req.header('if-none-match'), tag)) return plainResponse(c, null, 304, { ...tag })
  return plainResponse(c, body, 200, { ...json, ...tag })
}

const replayResponse = (c: Context<HttpEnv>, { body, replayed }: IdempotentResponse): Response =>
  plainResponse(c, body, 200, { ...json, ...(replayed && { 'idempotency-replayed': 'true' }) })

const json = { 'content-type': 'application/json' }

async function sendFile(c: Context<HttpEnv>, { body, name, type, inline }: BinaryResponse): Promise<Response> {
  const trusted = outsideTrust(type, { name, disposition: inline ? 'inline' : 'attachment' })
  const headers = { ...trusted, 'content-type': type, 'cache-control': 'private, no-store' }
  if (c.req.method !== 'HEAD') return new Response(body as BodyInit, { headers })
  // An unread stream would keep its file open.
  if (body instanceof ReadableStream) await body.cancel()
  return new Response(null, { headers })
}

type DocumentOptions = {
  title: string
  description: string
  servers: { url: string; variables?: Record<string, { default: string; description: string }> }[]
  tags: { name: string; description: string }[]
  contact: { name: string; url: string }
  /** Adds texts to calls and fields. */
  describe: (document: ApiDocument) => void
}

const defaultDescription = 'Driver-safety courses: catalogue, checkout, learning, certificates and reporting.'
const headersTooLarge =
  'The HTTP server answers 431 without a body where the request line and headers together are over 16 KB.'

/** The version of the API: the first number changes with a change that breaks clients (`openapi/released.json`). */
const apiVersion = '1.0.0'

/** The OpenAPI 3.1 document, generated from the same declarations as the routes. */
export function openapiDocument(manifests: readonly Manifest[], about: Partial<DocumentOptions> = {}) {
  const docs = new OpenAPIHono()
  addSecuritySchemes(docs, manifests)
  for (const [name, header] of Object.entries(sentHeaders))
    docs.openAPIRegistry.registerComponent('headers', name, header)
  for (const manifest of manifests) {
    for (const operation of manifest.operations) docs.openAPIRegistry.registerPath(describe(operation, manifest.name))
  }
  const info = {
    title: about.title ?? 'Waypost',
    version: apiVersion,
    description: `${about.description ?? defaultDescription} ${headersTooLarge}`,
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    ...(about.contact && { contact: about.contact }),
  }
  const document = docs.getOpenAPI31Document({
    openapi: '3.1.0',
    info,
    servers: about.servers ?? [{ url: '/api' }],
    ...(about.tags && { tags: about.tags }),
  })
  const apiDocument = forGenerators(withoutSecondSpellings(document) as ApiDocument, manifests, about.describe)
  addWebhookEvents(apiDocument)
  return apiDocument as typeof document
}

/** A person's session, and both credentials of a client (docs/clients.md). */
function addSecuritySchemes({ openAPIRegistry }: OpenAPIHono, manifests: readonly Manifest[]): void {
  const register = (name: string, scheme: Parameters<typeof openAPIRegistry.registerComponent>[2]) =>
    openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  const scopes = new Set(manifests.flatMap(({ operations }) => operations.flatMap(scopesOf)))
  register('session', { type: 'http', scheme: 'bearer', description: 'The token of a person who signed in.' })
  register('clientKey', { type: 'http', scheme: 'bearer', description: 'The key of a client: `wp_live_…`.' })
  register('clientToken', {
    type: 'oauth2',
    description: 'A token of a client, for an hour.',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth/token',
        scopes: Object.fromEntries([...scopes].toSorted().map((key) => [key, key])),
      },
    },
  })
}

/** The permissions that a client needs for a call; empty for one that is open to everyone or closed to clients. */
const scopesOf = ({ may: { clients, keys } }: AnyOperation): readonly string[] => (clients && keys?.list) || []

function securityOf(operation: AnyOperation): Record<string, string[]>[] {
  const { may } = operation
  if (may.gate({ kind: 'anonymous' })) return []
  if (!may.clients) return [{ session: [] }]
  const scopes = [...scopesOf(operation)]
  const tokens = may.keys?.combine === 'every' ? [scopes] : scopes.map((key) => [key])
  return [{ session: [] }, { clientKey: [] }, ...tokens.map((keys) => ({ clientToken: keys }))]
}

function describe(operation: AnyOperation, module: string) {
  const { method, path, may, takes, added } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const shape = takes.shape as Record<string, z.ZodType>
  const part = (keep: (name: string) => boolean) =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => keep(name))))
  const wholeField = operation.body ?? operation.file
  const inQuery = (name: string) =>
    method === 'GET' || (wholeField ? name !== wholeField : (operation.query ?? []).includes(name))
  const query = part((name) => !names.includes(name) && inQuery(name))
  const bodyFields = part((name) => !names.includes(name) && !inQuery(name))
  const body = wholeField ? (shape[wholeField] as z.ZodType) : bodyFields
  const type = operation.file ? 'application/octet-stream' : 'application/json'
  const isRequired = (fields: z.ZodType) => !fields.safeParse(wholeField ? undefined : {}).success
  const hasFields = (fields: z.ZodObject) => Object.keys(fields.shape).length > 0
  return createRoute({
    method: method.toLowerCase() as 'get',
    path,
    operationId: operation.clients ?? operationId(method, path),
    tags: [module],
    summary: operation.summary,
    security: securityOf(operation),
    request: {
      ...(names.length > 0 ? { params: part((name) => names.includes(name)) } : {}),
      ...(hasFields(query) ? { query } : {}),
      ...(takesKey(operation) ? { headers: IdempotencyHeader } : {}),
      ...(hasFields(bodyFields) ? { body: { required: isRequired(body), content: { [type]: { schema: body } } } } : {}),
    },
    responses: { 200: success(operation), ...failures(operation) },
    ...deprecationOf(operation),
    'x-may': may.description,
    ...(may.clients ? { 'x-scopes': scopesOf(operation) } : {}),
    ...(added ? { 'x-added': true } : {}),
  } as Parameters<typeof createRoute>[0])
}

const IdempotencyHeader = z.object({
  'Idempotency-Key': z.string().max(255).optional().openapi({
    description: 'Of a client, unique for each change: sent again within 24 hours, the call has the same answer.',
  }),
})
const takesKey = ({ may, method, file, gives }: AnyOperation): boolean =>
  may.clients === true && method !== 'GET' && !file && !isBinary(gives)

const textHeader = (description: string) => ({ description, schema: { type: 'string' as const } })

/** The headers that responses may have, beside those of every HTTP response. */
const sentHeaders = {
  RetryAfter: {
    description: 'Seconds until the same request may succeed.',
    required: true,
    schema: { type: 'integer' as const, minimum: 1 },
  },
  RateLimit: textHeader(
    'The rest: `"read";r=150;t=5` means that 150 calls are left, and that all are back in 5 seconds.',
  ),
  RateLimitPolicy: textHeader('The limit: `"read";q=200;w=20` means 200 calls at once, all back within 20 seconds.'),
  ETag: textHeader('Sent to clients. With this value in `If-None-Match`, an unchanged response is 304 without a body.'),
  IdempotencyReplayed: textHeader('`true` on the stored response to an earlier call with the same `Idempotency-Key`.'),
}

/** The headers of a client's successful call. */
function successHeaders(operation: AnyOperation) {
  if (!operation.may.clients) return {}
  const has = (name: keyof typeof sentHeaders) => ({ $ref: `#/components/headers/${name}` })
  const isTagged = operation.method === 'GET' && !operation.changes && !isBinary(operation.gives)
  const headers = {
    ...(!rateOf(operation.rate).shared && { RateLimit: has('RateLimit'), 'RateLimit-Policy': has('RateLimitPolicy') }),
    ...(isTagged && { ETag: has('ETag') }),
    ...(takesKey(operation) && { 'Idempotency-Replayed': has('IdempotencyReplayed') }),
  }
  return { headers }
}

function success(operation: AnyOperation) {
  const { gives } = operation
  if (isBinary(gives))
    return {
      description: 'The file.',
      ...successHeaders(operation),
      content: Object.fromEntries(
        gives.binary.map((type) => [
          type,
          { schema: (type === 'application/json' && gives.json) || z.string().openapi({ format: 'binary' }) },
        ]),
      ),
    }
  return {
    description: 'The result.',
    ...successHeaders(operation),
    content: { 'application/json': { schema: gives.extend({ error: z.literal(false) }) } },
  }
}

const retryLater = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

/** The codes of each status: common ones apply to every operation, declared ones are its own. */
export function declaredCodes(operation: AnyOperation): Map<number, string[]> {
  const { fails = [], changes, whileViewing, file } = operation
  const viewing = changes && whileViewing !== 'allowed' ? [errors.whileViewing.code] : []
  const codes = new Map<number, string[]>([
    [400, ['INVALID']],
    [401, ['UNAUTHENTICATED']],
    [403, ['FORBIDDEN', ...viewing]],
    [404, ['NOT_FOUND']],
    [429, ['TOO_MANY']],
    [500, ['FAILED']],
    [503, ['BUSY']],
  ])
  const refusedFiles = file ? [errors.tooLarge, fileErrors.tooLarge, fileErrors.typeRefused] : []
  const repeatRefusals = takesKey(operation) ? [errors.idempotencyRunning, errors.idempotencyReused] : []
  for (const { status, code } of [...fails, ...refusedFiles, ...repeatRefusals])
    codes.set(status, [...(codes.get(status) ?? []), code])
  return codes
}

function failures(operation: AnyOperation) {
  const responses = [...declaredCodes(operation)].map(([status, names]) => [
    status,
    {
      description: [...new Set(names)].join(', '),
      ...(status === 429 || status === 503 ? { headers: retryLater } : {}),
      content: { 'application/json': { schema: Failure } },
    },
  ])
  return Object.fromEntries(responses)
}

const operationId = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
