import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { clientIdOf, personIdOf } from '#platform/permissions.ts'
import { sealPort } from '#platform/ports.ts'
import { makeKeyCode } from './key-code.ts'

const sealedHours = 24

export type Batch = {
  authorization_key_batch_id: number
  quantity: number
  note: string
  created_at: Date
  sealed_codes: Buffer | null
  /** Whether the codes can still be downloaded. */
  sealed_ind: boolean
}
export type BatchDraft = { organization_id: number; quantity: number; note: string; request_id: string }

const batchColumns = (sql: Ctx['sql']) => sql`
  authorization_key_batch_id, quantity, note, created_at, sealed_codes,
  coalesce(sealed_until > platform.now(), false) as sealed_ind`

/** The caller as a batch's creator: a person or a client. */
const creatorColumns = (ctx: Ctx) => ({ created_by: personIdOf(ctx), created_by_client: clientIdOf(ctx) })

function createdByCaller(ctx: Ctx): Fragment {
  const { created_by, created_by_client } = creatorColumns(ctx)
  return ctx.sql`(created_by = ${created_by}::integer or created_by_client = ${created_by_client}::integer)`
}

/** Inserts a batch with new codes; returns null if the request already created one. */
export async function insertBatch(ctx: Ctx, draft: BatchDraft): Promise<{ id: number; codes: string[] } | null> {
  const [row] = await ctx.sql<{ id: number }>`
    insert into checkout.authorization_key_batch ${ctx.sql({ ...draft, ...creatorColumns(ctx) })}
    on conflict (request_id) do nothing
    returning authorization_key_batch_id as id`
  if (!row) return null
  const codes = Array.from({ length: draft.quantity }, makeKeyCode)
  await ctx.sql`
    update checkout.authorization_key_batch
    set sealed_codes = ${seal(ctx, row.id, codes)}, sealed_until = platform.now() + ${`${sealedHours} hours`}::interval
    where authorization_key_batch_id = ${row.id}`
  return { id: row.id, codes }
}

/**
 * The caller's batch created by a request. Throws conflict if its id belongs to someone else's or a different request.
 */
export async function selectBatchOfRequest(ctx: Ctx, { request_id, quantity }: BatchDraft): Promise<Batch> {
  const [batch] = await ctx.sql<Batch>`
    select ${batchColumns(ctx.sql)} from checkout.authorization_key_batch
    where request_id = ${request_id} and ${createdByCaller(ctx)} and quantity = ${quantity}`
  if (!batch) throw errors.conflict()
  return batch
}

/** A batch created by the caller; `lock` blocks other downloads until the transaction ends. Throws notFound. */
export async function selectOwnBatch(ctx: Ctx, batch_id: number, { lock = false } = {}): Promise<Batch> {
  const { sql, organization } = ctx
  const [batch] = await sql<Batch>`
    select ${batchColumns(sql)} from checkout.authorization_key_batch
    where authorization_key_batch_id = ${batch_id} and ${createdByCaller(ctx)}
      and organization_id = any(${sql.array(organization.scope)})
    ${lock ? sql`for no key update` : sql``}`
  if (!batch) throw errors.notFound()
  return batch
}

const sealBinding = (batch_id: number) => `authorization_key_batch:${batch_id}`
const seal = (ctx: Ctx, batch_id: number, codes: readonly string[]) =>
  ctx.use(sealPort).seal(Buffer.from(codes.join('\n')), sealBinding(batch_id))

/** Decrypts the codes of a batch; null if they were downloaded or a day has passed. */
export function openCodes(ctx: Ctx, { authorization_key_batch_id, sealed_codes, sealed_ind }: Batch): string[] | null {
  if (!sealed_codes || !sealed_ind) return null
  return ctx.use(sealPort).open(sealed_codes, sealBinding(authorization_key_batch_id)).toString().split('\n')
}

/** Deletes the sealed codes of a batch. */
export async function deleteCodes({ sql }: Ctx, batch_id: number): Promise<void> {
  await sql`
    update checkout.authorization_key_batch set sealed_codes = null, sealed_until = null
    where authorization_key_batch_id = ${batch_id}`
}

/** Deletes codes that were not downloaded within a day, and attempts that no longer count. */
export async function deleteOldKeyCodes({ sql }: Ctx): Promise<void> {
  await sql`
    update checkout.authorization_key_batch set sealed_codes = null, sealed_until = null
    where sealed_until <= platform.now()`
  await sql`delete from checkout.authorization_key_try where at < platform.now() - interval '1 day'`
}
