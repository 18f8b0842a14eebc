import { type RenewedReference, replaceReference } from '#modules/identity/sessions/past-reference.sql.ts'
import { hashReference, isReference, newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Long enough for one redirect. */
const redirect_ms = 30_000

type HandOver = { session_id: number; organization_id: number; site_id: number }

/** Creates the code that carries a session to another site: valid there, once, for `lives_ms` (30 seconds). */
export async function insertHandOver(ctx: Ctx, handOver: HandOver, lives_ms = redirect_ms): Promise<string> {
  const code = newReference()
  const expires_at = new Date(ctx.now.getTime() + lives_ms)
  await ctx.sql`
    insert into identity.hand_over ${ctx.sql({ ...handOver, code_hash: hashReference(code), expires_at })}`
  return code
}

/**
 * The person whom a valid code of the visited site would sign in, without using it up. Unscoped, because the code is
 * the secret.
 */
export async function findHandOver(ctx: Ctx, code: string): Promise<{ user_id: number; name: string } | null> {
  if (!isReference(code)) return null
  const [row] = await ctx.unscoped.sql<{ user_id: number; name: string }>`
    select p.user_id, coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.loginid) as name
    from identity.hand_over h
    join identity.session s using (session_id)
    join identity.person p on p.user_id = s.user_id
    where h.code_hash = ${hashReference(code)} and h.site_id = ${ctx.organization.organization_id}
      and h.used_at is null and h.expires_at > ${ctx.now}`
  return row ?? null
}

/**
 * Takes a session over by its code, under a new reference; null for a code that is used, expired, or for another site.
 */
export async function takeHandOver(ctx: Ctx, code: string): Promise<RenewedReference | null> {
  if (!isReference(code)) return null
  // Unscoped: the code is the secret, and its person may belong to a parent organization.
  return ctx.unscoped.tx(async (inner) => {
    const [handOver] = await inner.sql<{ session_id: number }>`
      update identity.hand_over set used_at = ${inner.now}
      where code_hash = ${hashReference(code)} and site_id = ${inner.organization.organization_id}
        and used_at is null and expires_at > ${inner.now}
      returning session_id`
    return handOver ? replaceReference(inner, handOver.session_id) : null
  })
}
