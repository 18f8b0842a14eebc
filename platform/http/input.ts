import type { Context } from 'hono'
import { errors } from '#platform/errors.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { parseJsonBody } from './json-body.ts'

/** The product's pages carry these from call to call; they are ignored unless a call declares them. */
const carriedFields = new Set(['verified', 'org_code', 'course_website_id'])

/** An operation's input from the request: query (GET) or body, and path fields. */
export async function readInput(c: Context, operation: AnyOperation): Promise<Record<string, unknown>> {
  const path = c.req.param() as Record<string, string>
  const query = operation.method === 'GET' ? readQuery(c) : {}
  const body = operation.method === 'GET' ? {} : { ...readQuery(c), ...(await readBody(c, operation)) }
  const { shape } = operation.takes
  const fields: Record<string, unknown> = { ...query, ...body }
  for (const name of carriedFields) if (!(name in shape)) delete fields[name]
  return { ...fields, ...path }
}

function readQuery(c: Context): Record<string, unknown> {
  const all = c.req.queries()
  return Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name.replace(/\[\]$/, ''), values.length === 1 ? values[0] : values]),
  )
}

async function readBody(c: Context, operation: AnyOperation): Promise<Record<string, unknown>> {
  if (operation.file) return readFile(c, operation.file)
  const text = await c.req.text()
  if (text.length === 0) return {}
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw errors.mediaType()
  const body = parseJsonBody(text, operation.max_body)
  if (operation.body) return { [operation.body]: body }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw errors.invalid()
  return body as Record<string, unknown>
}

/** The file is not read here: the operation reads it piece by piece and stops when it has enough. */
function readFile(c: Context, field: string): Record<string, unknown> {
  const stream = c.req.raw.body
  return stream ? { [field]: { type: c.req.header('content-type') ?? '', stream } } : {}
}
