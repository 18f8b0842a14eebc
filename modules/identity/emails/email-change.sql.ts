import { emailChangeRequested } from '#modules/identity/facts.ts'
import { isBareHost } from '#modules/identity/organizations/bare-host.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { hashReference, isReference, newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'

const hours = 24

/** A requested change of the own email address; it takes effect when the mailed link is opened. */
export type EmailChange = { email: string; with_loginid: boolean }

/** Records the request, replacing an earlier one, and has a job mail the link. */
export async function requestEmailChange(
  ctx: Ctx,
  { user_id, organization_id }: { user_id: number; organization_id: number },
  change: EmailChange,
): Promise<void> {
  await dropEmailChange(ctx, user_id)
  const expires_at = new Date(ctx.now.getTime() + hours * 60 * 60_000)
  const row = { user_id, organization_id, ...change, created_at: ctx.now, expires_at }
  const [emailChange] = await ctx.sql<{ email_change_id: string }>`
    insert into identity.email_change ${ctx.sql(row)} returning email_change_id::text`
  await ctx.emit(emailChangeRequested, { email_change_id: emailChange!.email_change_id, bare_host: isBareHost(ctx) })
}

/** Voids the link. */
export async function dropEmailChange({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<void> {
  await sql`delete from identity.email_change where user_id = ${user_id}`
}

/** The address awaiting confirmation, or null. */
export async function selectRequestedEmail(
  { sql, now }: Pick<Ctx, 'sql' | 'now'>,
  user_id: number,
): Promise<string | null> {
  const [row] = await sql<{ email: string }>`
    select email from identity.email_change where user_id = ${user_id} and expires_at > ${now}`
  return row?.email ?? null
}

export type EmailChangeRecipient = { user_id: number; email: string; token: string }

/** Creates the token of a change, again when its email is retried; null if the change is over. */
export async function insertEmailChangeToken(ctx: Ctx, email_change_id: string): Promise<EmailChangeRecipient | null> {
  const token = newReference()
  const [row] = await ctx.sql<{ user_id: number; email: string }>`
    update identity.email_change set token_hash = ${hashReference(token)}
    where email_change_id = ${email_change_id}::bigint and expires_at > ${ctx.now}
    returning user_id, email`
  return row ? { ...row, token } : null
}

export type RequestedEmailChange = EmailChange & { user_id: number; loginid: string }

/**
 * The change of a valid link, for a person who may sign in on the visited site; null for any other token. Unscoped: the
 * link is the secret, and its holder may belong to a parent organization.
 */
export async function findEmailChange(
  { unscoped: { sql }, now, organization }: Pick<Ctx, 'unscoped' | 'now' | 'organization'>,
  token: string,
): Promise<RequestedEmailChange | null> {
  if (!isReference(token)) return null
  const [change] = await sql<RequestedEmailChange>`
    select c.user_id, c.email, c.with_loginid, p.loginid
    from identity.email_change c join identity.person p using (user_id)
    where c.token_hash = ${hashReference(token)} and c.expires_at > ${now}
      and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure o where o.ancestor_id = p.organization_id
                  and o.descendant_id = ${organization.organization_id})`
  return change ?? null
}
