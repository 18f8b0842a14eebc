import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/**
 * Serializes operations that take permissions away from staff until the end of the transaction: two people doing it to
 * each other at the same time would leave no one. Throws unauthenticated for a person who was signed out by the
 * previous one.
 */
export async function lockRightsChanges({ sql, actor }: Pick<Ctx, 'sql' | 'actor'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.rights'))`
  // A job acts for a person without a session, with the permissions they hold when it starts.
  if (actor.kind !== 'user' || actor.session_id === 0) return
  const [live] = await sql`
    select from identity.session where session_id = ${actor.session_id} and ended_at is null`
  if (!live) throw errors.unauthenticated()
}
