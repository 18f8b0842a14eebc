import { identityErrors } from '#modules/identity/errors.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { hashReference, isReference, newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'

const linkMinutes = 30
const linksAnHour = 5

/** Creates a person's one-time link token; it is valid for 30 minutes unless the email allows more time (a welcome). */
export async function insertResetLink(
  ctx: Ctx,
  person: { user_id: number; organization_id: number },
  { minutes = linkMinutes }: { minutes?: number } = {},
): Promise<string> {
  const token = newReference()
  const row = {
    token_hash: hashReference(token),
    user_id: person.user_id,
    organization_id: person.organization_id,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
  }
  await ctx.sql`insert into identity.password_reset ${ctx.sql(row)}`
  return token
}

/** Whether a person got so many links within the last hour that another one would be a nuisance. */
export async function hasManyResetLinks(ctx: Ctx, user_id: number): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const rows = await ctx.sql`
    select from identity.password_reset where user_id = ${user_id} and created_at > ${since}`
  return rows.length >= linksAnHour
}

/** Whether a person has an unused, valid link with more time than a reset: a welcome link. */
export async function hasLiveWelcome(ctx: Ctx, user_id: number): Promise<boolean> {
  const rows = await ctx.sql`
    select from identity.password_reset
    where user_id = ${user_id} and used_at is null and expires_at > ${ctx.now}
      and expires_at - created_at > interval '1 day'`
  return rows.length > 0
}

export type LinkHolder = {
  user_id: number
  loginid: string
  email: string
  first_name: string
  last_name: string
  has_password: boolean
}

/**
 * Uses up a link and returns its person. The person is locked first: if two requests use one link, or two links of one
 * person, at the same time, the second waits and then finds it used or void. Throws linkExpired.
 */
export async function spendResetLink(ctx: Ctx, token: string): Promise<LinkHolder> {
  const holder = await findLinkHolder(ctx, token, { lock: true })
  if (!holder) throw identityErrors.linkExpired()
  const usedRows = await ctx.unscoped.sql`
    update identity.password_reset r set used_at = ${ctx.now}
    from identity.person p
    where r.token_hash = ${hashReference(token)} and r.used_at is null and r.expires_at > ${ctx.now}
      and p.user_id = r.user_id and coalesce(p.password_changed_at <= r.created_at, true)
    returning r.user_id`
  if (usedRows.length === 0) throw identityErrors.linkExpired()
  return holder
}

/**
 * The person with a valid link who may sign in on the visited site; null for any other token. A link is void once the
 * password has changed. Unscoped: the link is the secret, and its holder may belong to a parent organization.
 */
export async function findLinkHolder(
  { unscoped: { sql }, now, organization }: Pick<Ctx, 'unscoped' | 'now' | 'organization'>,
  token: string,
  { lock = false } = {},
): Promise<LinkHolder | null> {
  if (!isReference(token)) return null
  const [holder] = await sql<LinkHolder>`
    select p.user_id, p.loginid, p.email, p.first_name, p.last_name, p.password_hash is not null as has_password
    from identity.password_reset r join identity.person p using (user_id)
    where r.token_hash = ${hashReference(token)} and r.used_at is null and r.expires_at > ${now}
      and coalesce(p.password_changed_at <= r.created_at, true)
      and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${organization.organization_id})
    ${lock ? sql`for update of p` : sql``}`
  return holder ?? null
}
