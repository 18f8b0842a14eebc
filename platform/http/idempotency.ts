import { hash } from 'node:crypto'
import type { ClientActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type AnyOperation, isBinary } from '#platform/operation.ts'

/** How long an answer is kept. */
const keptHours = 24
/** When a request without an answer is taken over: its process has ended, since no request runs that long. */
const takenOverSeconds = 120
const longestKey = 255

type Request = { client: ClientActor; key_hash: Buffer; request_hash: Buffer }
type Claim = Request & { attempt: number }
export type Answered = { body: string; replayed: boolean }

/**
 * The key of a client's changing call (Idempotency-Key, draft-ietf-httpapi-idempotency-key-header); null without one.
 * People's calls have request ids of their own. Files are neither stored nor compared.
 */
export function idempotencyKeyOf({ actor }: Ctx, operation: AnyOperation, header: string | undefined): string | null {
  const { method, file, gives } = operation
  if (actor.kind !== 'client' || method === 'GET' || file || isBinary(gives) || header === undefined) return null
  if (header.length > longestKey || !/^[\x21-\x7e]+$/.test(header)) {
    throw errors.invalid({}, {}, [{ path: 'Idempotency-Key', message: 'Idempotency-Key' }])
  }
  return header
}

/**
 * Runs a call once for its key: an equal request gets the same answer, a different one 422, and one that is still
 * running 409. The answer commits with the operation's transaction. A refused call has changed nothing and is not kept,
 * so it may be sent again.
 */
export async function answerOnce(
  ctx: Ctx,
  operation: AnyOperation,
  input: Record<string, unknown>,
  key: string,
): Promise<Answered> {
  const request = requestOf(ctx, operation, input, key)
  const claim = await claimRequest(ctx, request)
  if (!claim) return { body: await selectAnswer(ctx, request), replayed: true }
  const run = async (inner: Ctx) => {
    const body = bodyOf(await operation.runAdmitted(inner, input))
    await storeAnswer(inner, claim, body)
    return body
  }
  try {
    return { body: await (operation.transaction ? run(ctx) : ctx.tx(run)), replayed: false }
  } catch (error) {
    await dropClaim(ctx, claim)
    throw error
  }
}

/** A successful answer as it is sent. */
export const bodyOf = (result: unknown): string => JSON.stringify({ error: false, ...(result as object) })

function requestOf(ctx: Ctx, { call }: AnyOperation, input: Record<string, unknown>, key: string): Request {
  const content = JSON.stringify([ctx.organization.organization_id, call, sorted(input)])
  return {
    client: ctx.actor as ClientActor,
    key_hash: hash('sha256', key, 'buffer'),
    request_hash: hash('sha256', content, 'buffer'),
  }
}

/** With the fields of each record in one order: equal requests have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return fields.map(([name, field]) => [name, sorted(field)])
}

/** Null if the request is running or answered. Commits at once, so that others see it. */
async function claimRequest({ sql }: Ctx, { client, key_hash, request_hash }: Request): Promise<Claim | null> {
  const { client_id, organization_id } = client
  const [claim] = await sql<{ attempt: number }>`
    insert into platform.idempotent_request as r (client_id, organization_id, key_hash, request_hash, started_at)
    values (${client_id}, ${organization_id}, ${key_hash}, ${request_hash}, platform.now())
    on conflict (client_id, key_hash) do update
      set request_hash = excluded.request_hash, attempt = r.attempt + 1, started_at = excluded.started_at, answer = null
      where r.started_at < platform.now() - make_interval(hours => ${keptHours})
         or (r.answer is null and r.request_hash = excluded.request_hash
             and r.started_at < platform.now() - make_interval(secs => ${takenOverSeconds}))
    returning attempt`
  return claim ? { client, key_hash, request_hash, attempt: claim.attempt } : null
}

/** Throws idempotencyReused for another request, idempotencyRunning for one without an answer. */
async function selectAnswer({ sql }: Ctx, { client, key_hash, request_hash }: Request): Promise<string> {
  const [row] = await sql<{ same: boolean; answer: string | null }>`
    select request_hash = ${request_hash} as same, answer from platform.idempotent_request
    where client_id = ${client.client_id} and key_hash = ${key_hash}`
  if (row && !row.same) throw errors.idempotencyReused()
  // Without a row, its request has just been refused.
  if (!row || row.answer === null) throw errors.idempotencyRunning()
  return row.answer
}

/** Throws idempotencyRunning, which rolls the operation back, if another process has taken the request over. */
async function storeAnswer({ sql }: Ctx, { client, key_hash, attempt }: Claim, answer: string): Promise<void> {
  const [stored] = await sql<{ attempt: number }>`
    update platform.idempotent_request set answer = ${answer}
    where client_id = ${client.client_id} and key_hash = ${key_hash} and attempt = ${attempt} and answer is null
    returning attempt`
  if (!stored) throw errors.idempotencyRunning()
}

const dropClaim = ({ sql }: Ctx, { client, key_hash, attempt }: Claim) => sql`
  delete from platform.idempotent_request
  where client_id = ${client.client_id} and key_hash = ${key_hash} and attempt = ${attempt} and answer is null`

/** Deletes answers that are no longer kept. */
export const forgetOldAnswers = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  delete from platform.idempotent_request where started_at < platform.now() - make_interval(hours => ${keptHours})`
