import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { hashReference, isReference, newReference } from './reference.ts'

/** How long a replaced reference still works, for requests already on their way. */
const overlap_ms = 30_000

type Successor = { session_id: number; reference_hash: Buffer; over_at: Date }

/** The session that a reference belonged to, the reference that replaced it, and until when the old one works. */
export async function findReplaced(sql: Sql, hash: Buffer): Promise<Successor | null> {
  const [row] = await sql<Omit<Successor, 'over_at'> & { replaced_at: Date }>`
    select s.session_id, s.reference_hash, r.replaced_at
    from identity.past_reference r join identity.session s using (session_id)
    where r.reference_hash = ${hash}`
  if (!row) return null
  const { replaced_at, ...session } = row
  return { ...session, over_at: new Date(replaced_at.getTime() + overlap_ms) }
}

export type RenewedReference = { token: string; expires_at: Date; user_id: number; remember_me: boolean }

/**
 * Gives a live session a new reference; the old one works for 30 more seconds. The session's limits stay. Null if the
 * session is over. With `once` it throws conflict if it was just done: of two copies of a reference only one continues.
 */
export async function replaceReference(
  ctx: Ctx,
  session_id: number,
  { once = false }: { once?: boolean } = {},
): Promise<RenewedReference | null> {
  const { sql, now } = ctx
  type Row = Omit<RenewedReference, 'token'> & { reference_hash: Buffer; organization_id: number }
  const [session] = await sql<Row>`
    select reference_hash, organization_id, expires_at, user_id, remember_me from identity.session
    where session_id = ${session_id} and ended_at is null and expires_at > ${now}
      and seen_at + idle_seconds * interval '1 second' > ${now}
    for update`
  if (!session) return null
  // After the lock, so that an operation that waited sees the other one's change.
  if (once && (await wasJustReplaced(ctx, session_id))) throw errors.conflict()
  const { reference_hash, organization_id, ...fields } = session
  const past = { reference_hash, session_id, organization_id, replaced_at: now }
  await sql`insert into identity.past_reference ${sql(past)}`
  const token = newReference()
  await sql`
    update identity.session set reference_hash = ${hashReference(token)}, seen_at = greatest(seen_at, ${now})
    where session_id = ${session_id}`
  return { token, ...fields }
}

async function wasJustReplaced({ sql, now }: Ctx, session_id: number): Promise<boolean> {
  const [recent] = await sql`
    select from identity.past_reference
    where session_id = ${session_id} and replaced_at > ${new Date(now.getTime() - overlap_ms)}`
  return recent !== undefined
}

/**
 * A reference replaced long ago was used, so someone has a copy. Either user could be the thief, so the session ends
 * for both. True if there was one to end. Unscoped: the reference is the secret.
 */
export async function endCopiedSession(ctx: Ctx, reference: string): Promise<boolean> {
  if (!isReference(reference)) return false
  const successor = await findReplaced(ctx.unscoped.sql, hashReference(reference))
  if (!successor || successor.over_at > ctx.now) return false
  return ctx.unscoped.tx(async (inner) => {
    const [row] = await inner.sql<{ user_id: number }>`
      update identity.session set ended_at = ${inner.now}
      where session_id = ${successor.session_id} and ended_at is null returning user_id`
    if (!row) return false
    const subject = `session_id:${successor.session_id}`
    await inner.audit({ action: 'session.copied', subject, subject_user_id: row.user_id })
    return true
  })
}
