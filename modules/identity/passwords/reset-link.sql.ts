import type { Ctx } from '../../../platform/ctx.ts'
import { identityErrors } from '../errors.ts'
import { userStatus } from '../people/roles.ts'
import { hashReference, isReference, newReference } from '../sessions/reference.ts'

const linkMinutes = 30
const linksAnHour = 5

/** A one-time link's token for a person; it lives 30 minutes. */
export async function insertResetLink(ctx: Ctx, person: { user_id: number; organization_id: number }): Promise<string> {
  const token = newReference()
  const row = {
    token_hash: hashReference(token),
    user_id: person.user_id,
    organization_id: person.organization_id,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + linkMinutes * 60_000),
  }
  await ctx.sql`insert into identity.password_reset ${ctx.sql(row)}`
  return token
}

/** Whether a person has been sent so many links in the last hour that another one would be a nuisance. */
export async function hasManyResetLinks(ctx: Ctx, user_id: number): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const rows = await ctx.sql`
    select from identity.password_reset where user_id = ${user_id} and created_at > ${since}`
  return rows.length >= linksAnHour
}

export type LinkHolder = { user_id: number; loginid: string; email: string; first_name: string; last_name: string }

/**
 * Uses a link up and answers whose it is. Of two that use it at once one waits for the row and then finds it used.
 * Throws linkExpired for everything that is not a live link of somebody who may sign in on the visited site.
 */
export async function spendResetLink(ctx: Ctx, token: string): Promise<LinkHolder> {
  if (!isReference(token)) throw identityErrors.linkExpired()
  // Beyond the visited site: the link is the secret, and its holder may belong to an organization above.
  const [holder] = await ctx.beyond.sql<LinkHolder>`
    update identity.password_reset r set used_at = ${ctx.now}
    from identity.person p
    where r.token_hash = ${hashReference(token)} and r.used_at is null and r.expires_at > ${ctx.now}
      and p.user_id = r.user_id and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${ctx.organization.organization_id})
    returning p.user_id, p.loginid, p.email, p.first_name, p.last_name`
  if (!holder) throw identityErrors.linkExpired()
  return holder
}

/** Whether a link can still be used, for the page that it opens. */
export async function isLiveResetLink(ctx: Pick<Ctx, 'beyond' | 'now'>, token: string): Promise<boolean> {
  if (!isReference(token)) return false
  // Beyond the visited site: the link is the secret.
  const rows = await ctx.beyond.sql`
    select from identity.password_reset
    where token_hash = ${hashReference(token)} and used_at is null and expires_at > ${ctx.now}`
  return rows.length > 0
}
