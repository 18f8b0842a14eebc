import { isLiveClient } from '#modules/identity/clients/live-client.sql.ts'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import { hashReference, isReference, newReference } from '#modules/identity/sessions/reference.ts'
import { awaitEnding } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Long enough for a redirect and the button that confirms the account. */
const lifetime_ms = 2 * 60_000

type NewClientLink = { client_id: number; organization_id: number; user_id: number; path: string }

/** Creates a single-use token with which a client signs a student in on the site of the student's organization. */
export async function insertClientLink(ctx: Ctx, link: NewClientLink): Promise<{ token: string; expires_at: Date }> {
  const token = newReference()
  const expires_at = new Date(ctx.now.getTime() + lifetime_ms)
  const row = { ...link, token_hash: hashReference(token), created_at: ctx.now, expires_at }
  await ctx.sql`insert into identity.client_link ${ctx.sql(row)}`
  return { token, expires_at }
}

export type ClientLink = { user_id: number; client_id: number; path: string }
export type ShownClientLink = ClientLink & { name: string; client_name: string }

/**
 * The student and the destination of a valid link of the visited site, without using it up. Unscoped: the token is the
 * secret, and its client may belong to a parent organization.
 */
export async function findClientLink(ctx: Ctx, token: string): Promise<ShownClientLink | null> {
  if (!isReference(token)) return null
  const { sql } = ctx.unscoped
  const [row] = await sql<ShownClientLink>`
    select l.user_id, l.client_id, l.path, c.name as client_name,
           coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.loginid) as name
    from ${linkTables(ctx)} where l.token_hash = ${hashReference(token)} and ${isUsable(ctx)}`
  return row ?? null
}

/**
 * Uses a link up; null for one that is used, expired, for another site, or void. Waits for an operation that is ending
 * the client or the student's sessions, so that no session begins after it.
 */
export async function spendClientLink(ctx: Ctx, token: string): Promise<ClientLink | null> {
  const link = await findClientLink(ctx, token)
  if (!link) return null
  const { sql } = ctx.unscoped
  await sql`select from identity.client where client_id = ${link.client_id} for key share`
  await awaitEnding(ctx, link.user_id)
  const [row] = await sql<ClientLink>`
    update identity.client_link set used_at = ${ctx.now}
    where token_hash = ${hashReference(token)} and used_at is null and exists (
      select from ${linkTables(ctx)} where l.token_hash = client_link.token_hash and ${isUsable(ctx)})
    returning user_id, client_id, path`
  return row ?? null
}

const linkTables = (ctx: Ctx) => ctx.unscoped.sql`
  identity.client_link l join identity.person p using (user_id) join identity.client c on c.client_id = l.client_id`

/**
 * A link is void once its client or the client's organization has ended, or the student's password, status or role has
 * changed.
 */
const isUsable = (ctx: Ctx) => ctx.unscoped.sql`(
  l.organization_id = ${ctx.organization.organization_id} and l.used_at is null and l.expires_at > ${ctx.now}
  and ${isLiveClient(ctx.unscoped)}
  and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
  and p.lk_user_role_id = ${roleId.Student} and coalesce(p.password_changed_at <= l.created_at, true))`
