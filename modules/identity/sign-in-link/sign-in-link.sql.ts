import { createHmac, randomInt } from 'node:crypto'
import { identityErrors } from '#modules/identity/errors.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { hashReference, isReference, newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'

export const linkMinutes = 10
const triesPerCode = 5
const linksAnHour = 5

type Request = { sign_in_link_request_id: number; organization_id: number }

const hashCode = (ctx: Ctx, request_id: number, code: string): Buffer =>
  createHmac('sha256', ctx.use(secretPort)).update(`sign-in link ${request_id} ${code}`).digest()

/** A person's new link, with the code that works in its place. */
export async function insertLink(
  ctx: Ctx,
  request: Request,
  user_id: number,
): Promise<{ token: string; code: string }> {
  const token = newReference()
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const row = {
    token_hash: hashReference(token),
    sign_in_link_request_id: request.sign_in_link_request_id,
    organization_id: request.organization_id,
    user_id,
    code_hash: hashCode(ctx, request.sign_in_link_request_id, code),
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + linkMinutes * 60_000),
  }
  await ctx.sql`insert into identity.sign_in_link ${ctx.sql(row)}`
  return { token, code }
}

/** Whether a person got so many links in the last hour that another one would be a nuisance. */
export async function hasManyLinks(ctx: Ctx, user_id: number): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  // Unscoped: links of one person may have been requested on several sites.
  const rows = await ctx.unscoped.sql`
    select from identity.sign_in_link where user_id = ${user_id} and created_at > ${since} limit ${linksAnHour}`
  return rows.length >= linksAnHour
}

export type SignInLink = {
  token_hash: Buffer
  user_id: number
  loginid: string
  sign_in_link_request_id: number
  email_proven: boolean
}

type FoundLink = SignInLink & {
  organization_id: number
  browser_hash: Buffer
  used: boolean
  expired: boolean
}

/**
 * The link of a token, opened by the browser that made the request `request`. Throws linkExpired, signInLinkUsed,
 * signInLinkOtherSite or signInLinkElsewhere. Unscoped: the token is the secret, and its person may belong to a parent
 * organization.
 */
export async function selectLink(ctx: Ctx, token: string, request: string): Promise<SignInLink> {
  const [link] = isReference(token)
    ? await ctx.unscoped.sql<FoundLink>`
        select l.token_hash, l.user_id, p.loginid, l.sign_in_link_request_id, p.email_proven_at is not null as email_proven,
               l.organization_id, r.browser_hash, l.used_at is not null as used,
               not ${isUsable(ctx)} as expired
        from identity.sign_in_link l
        join identity.sign_in_link_request r using (sign_in_link_request_id)
        join identity.person p using (user_id)
        where l.token_hash = ${hashReference(token)}`
    : []
  if (!link) throw identityErrors.linkExpired()
  if (link.organization_id !== ctx.organization.organization_id) throw identityErrors.signInLinkOtherSite()
  if (link.used) throw identityErrors.signInLinkUsed()
  if (link.expired) throw identityErrors.linkExpired()
  if (!hashReference(request).equals(link.browser_hash)) throw identityErrors.signInLinkElsewhere()
  return link
}

/** A link is void once the person's password, address or status has changed. */
const isUsable = (ctx: Ctx) => ctx.unscoped.sql`(
  l.expires_at > ${ctx.now} and coalesce(p.password_changed_at <= l.created_at, true)
  and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled} and p.email_key = lower(r.email)
  and (p.email_proven_at is not null or p.password_hash is null))`

/**
 * Counts a try against every valid code of the browser's request, and returns the link whose code it is, or null.
 * Commit it before acting on the result. Unscoped, like `selectLink`.
 */
export async function tryLinkCode(ctx: Ctx, request: string, code: string): Promise<SignInLink | null> {
  const linkRows = await ctx.unscoped.sql<SignInLink & { code_hash: Buffer }>`
    update identity.sign_in_link l set tries = tries + 1
    from identity.sign_in_link_request r, identity.person p
    where r.browser_hash = ${hashReference(request)} and r.organization_id = ${ctx.organization.organization_id}
      and l.sign_in_link_request_id = r.sign_in_link_request_id and p.user_id = l.user_id
      and l.used_at is null and l.tries < ${triesPerCode} and ${isUsable(ctx)}
    returning l.token_hash, l.user_id, p.loginid, l.sign_in_link_request_id,
              p.email_proven_at is not null as email_proven, l.code_hash`
  return linkRows.find((link) => hashCode(ctx, link.sign_in_link_request_id, code).equals(link.code_hash)) ?? null
}

/**
 * Uses up every link of a request. The person is locked first, like by every operation that ends sessions. Throws
 * signInLinkUsed if someone else just used one, linkExpired if something about the person has changed.
 */
export async function spendLink(ctx: Ctx, link: SignInLink): Promise<void> {
  const { sql } = ctx.unscoped
  await sql`select from identity.person where user_id = ${link.user_id} for update`
  const [row] = await sql<{ valid: boolean }>`
    select ${isUsable(ctx)} as valid from identity.sign_in_link l
    join identity.sign_in_link_request r using (sign_in_link_request_id)
    join identity.person p using (user_id)
    where l.token_hash = ${link.token_hash}`
  if (!row?.valid) throw identityErrors.linkExpired()
  const usedRows = await sql<{ token_hash: Buffer }>`
    update identity.sign_in_link set used_at = ${ctx.now}
    where sign_in_link_request_id = ${link.sign_in_link_request_id} and used_at is null
    returning token_hash`
  if (!usedRows.some(({ token_hash }) => token_hash.equals(link.token_hash))) throw identityErrors.signInLinkUsed()
}
