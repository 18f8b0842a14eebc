import { hash } from 'node:crypto'
import type { ClientActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type AnyOperation, isBinary } from '#platform/operation.ts'
import { sealPort } from '#platform/ports.ts'
import type { SealedColumn } from '#platform/sealed-column.ts'

/** How long a response is stored. */
const retentionHours = 24
/** Age at which a request without a response is taken over: its process has ended, since no request runs that long. */
const takeoverSeconds = 120
const maxKeyLength = 255
/** The maximum stored per client; concurrent requests may exceed it. */
export const maxStored = { requests: 20_000, bytes: 32 * 1024 * 1024 }

type Request = { client: ClientActor; key_hash: string; request_hash: Buffer }
type Claim = Request & { attempt: number }
export type IdempotentResponse = { body: string; replayed: boolean }

const sealBinding = (client_id: number, key_hash: string) => `idempotent_request:${client_id}:${key_hash}`

/** The stored responses. They may contain secrets that a call returns only once, such as the codes of keys. */
export const storedResponses: SealedColumn = {
  table: 'platform.idempotent_request',
  key: ['client_id', 'key_hash'],
  column: 'answer',
  binding: ({ client_id, key_hash }) => sealBinding(Number(client_id), String(key_hash)),
  by: 'platform/http/idempotency.ts',
}

/**
 * The key of a client's changing call (Idempotency-Key, draft-ietf-httpapi-idempotency-key-header); null without one.
 * People's calls have their own request ids. Files are neither stored nor compared.
 */
export function idempotencyKeyOf({ actor }: Ctx, operation: AnyOperation, header: string | undefined): string | null {
  const { method, file, gives } = operation
  if (actor.kind !== 'client' || method === 'GET' || file || isBinary(gives) || header === undefined) return null
  if (header.length > maxKeyLength || !/^[\x21-\x7e]+$/.test(header)) {
    throw errors.invalid({}, {}, [{ path: 'Idempotency-Key', message: 'Idempotency-Key' }])
  }
  return header
}

/**
 * Runs a call once for its key. An equal request gets the same response, a different one 422, and 409 while the first
 * one is running. The response commits with the operation's transaction. A refused call has changed nothing and is not
 * stored, so it may be sent again.
 */
export async function respondOnce(
  ctx: Ctx,
  operation: AnyOperation,
  input: Record<string, unknown>,
  key: string,
): Promise<IdempotentResponse> {
  const request = requestOf(ctx, operation, input, key)
  await requireRoom(ctx, request)
  const claim = await claimRequest(ctx, request)
  if (!claim) return { body: await selectResponse(ctx, request), replayed: true }
  const run = async (inner: Ctx) => {
    const body = bodyOf(await operation.runAdmitted(inner, input))
    await storeResponse(inner, claim, body)
    return body
  }
  try {
    return { body: await (operation.transaction ? run(ctx) : ctx.tx(run)), replayed: false }
  } catch (error) {
    await releaseClaim(ctx, claim)
    throw error
  }
}

/** A successful response as it is sent. */
export const bodyOf = (result: unknown): string => JSON.stringify({ error: false, ...(result as object) })

function requestOf(ctx: Ctx, { call }: AnyOperation, input: Record<string, unknown>, key: string): Request {
  const content = JSON.stringify([ctx.organization.organization_id, call, sortFields(input)])
  return {
    client: ctx.actor as ClientActor,
    key_hash: hash('sha256', key),
    request_hash: hash('sha256', content, 'buffer'),
  }
}

/** Sorts the fields of each record, so that equal requests have equal texts. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return fields.map(([name, field]) => [name, sortFields(field)])
}

/**
 * Throws tooMany, with the time until the oldest response is deleted, for a new key of a client whose stored requests
 * are too many or too large. Deleting early instead would let a repeated call run twice.
 */
async function requireRoom({ sql, now }: Ctx, { client: { client_id }, key_hash }: Request): Promise<void> {
  const [row] = await sql<{ requests: number; bytes: number; oldest: Date | null; is_known: boolean | null }>`
    select count(*)::int as requests, coalesce(sum(octet_length(answer)), 0)::int as bytes, min(started_at) as oldest,
           bool_or(key_hash = ${key_hash}) as is_known
    from platform.idempotent_request
    where client_id = ${client_id} and started_at >= platform.now() - make_interval(hours => ${retentionHours})`
  const { requests, bytes, oldest, is_known } = row!
  if (is_known || !oldest || (requests < maxStored.requests && bytes < maxStored.bytes)) return
  throw errors.tooMany((oldest.getTime() - now.getTime()) / 1000 + retentionHours * 3600)
}

/** Null if the request is running or has a response. Commits immediately, so that other processes see it. */
async function claimRequest({ sql }: Ctx, { client, key_hash, request_hash }: Request): Promise<Claim | null> {
  const { client_id, organization_id } = client
  const [claim] = await sql<{ attempt: number }>`
    insert into platform.idempotent_request as r (client_id, organization_id, key_hash, request_hash, started_at)
    values (${client_id}, ${organization_id}, ${key_hash}, ${request_hash}, platform.now())
    on conflict (client_id, key_hash) do update
      set request_hash = excluded.request_hash, attempt = r.attempt + 1, started_at = excluded.started_at, answer = null
      where r.started_at < platform.now() - make_interval(hours => ${retentionHours})
         or (r.answer is null and r.request_hash = excluded.request_hash
             and r.started_at < platform.now() - make_interval(secs => ${takeoverSeconds}))
    returning attempt`
  return claim ? { client, key_hash, request_hash, attempt: claim.attempt } : null
}

/** Throws idempotencyReused for another request, and idempotencyRunning for one without a response. */
async function selectResponse(ctx: Ctx, { client, key_hash, request_hash }: Request): Promise<string> {
  const [row] = await ctx.sql<{ is_same_request: boolean; answer: Buffer | null }>`
    select request_hash = ${request_hash} as is_same_request, answer from platform.idempotent_request
    where client_id = ${client.client_id} and key_hash = ${key_hash}`
  if (row && !row.is_same_request) throw errors.idempotencyReused()
  // No row means that its request was just refused.
  if (!row || row.answer === null) throw errors.idempotencyRunning()
  return ctx.use(sealPort).open(row.answer, sealBinding(client.client_id, key_hash)).toString()
}

/** Throws idempotencyRunning, which rolls the operation back, if another process has taken the request over. */
async function storeResponse(ctx: Ctx, { client, key_hash, attempt }: Claim, answer: string): Promise<void> {
  const ciphertext = ctx.use(sealPort).seal(Buffer.from(answer), sealBinding(client.client_id, key_hash))
  const [row] = await ctx.sql<{ attempt: number }>`
    update platform.idempotent_request set answer = ${ciphertext}
    where client_id = ${client.client_id} and key_hash = ${key_hash} and attempt = ${attempt} and answer is null
    returning attempt`
  if (!row) throw errors.idempotencyRunning()
}

const releaseClaim = ({ sql }: Ctx, { client, key_hash, attempt }: Claim) => sql`
  delete from platform.idempotent_request
  where client_id = ${client.client_id} and key_hash = ${key_hash} and attempt = ${attempt} and answer is null`

/** Deletes expired responses. */
export const deleteOldResponses = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  delete from platform.idempotent_request where started_at < platform.now() - make_interval(hours => ${retentionHours})`
