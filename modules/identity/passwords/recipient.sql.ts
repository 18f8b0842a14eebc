import { hasManyResetLinks } from '#modules/identity/credentials/reset-link.sql.ts'
import { localeOf, userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

/** The recipient of an email about a password. */
export type ResetRecipient = {
  user_id: number
  organization_id: number
  /** The code of the linked site; null for the address without a code. */
  organization_code: string | null
  organization_name: string
  loginid: string
  email: string
  first_name: string
  locale: Locale
}

/**
 * The recipient of a password email, or null: removed, disabled, or sent five links within the hour (`again`, a retry
 * of one email, does not count). `bare_host`: the link goes to the address without a code, where a person of the
 * default organization has their session and cart.
 */
export async function findResetRecipient(
  ctx: Ctx,
  user_id: number,
  { again = false, bare_host = false }: { again?: boolean; bare_host?: boolean | undefined } = {},
): Promise<ResetRecipient | null> {
  const [row] = await ctx.sql<Omit<ResetRecipient, 'locale'> & { lk_language_id: number }>`
    select p.user_id, p.organization_id,
           case when o.default_ind and ${bare_host}::boolean then null else o.code end as organization_code, o.name as organization_name, p.loginid, p.email,
           p.first_name, p.lk_language_id
    from identity.person p join identity.organization o using (organization_id)
    where p.user_id = ${user_id} and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}`
  if (!row || (!again && (await hasManyResetLinks(ctx, user_id)))) return null
  const { lk_language_id, ...recipient } = row
  return { ...recipient, locale: localeOf(lk_language_id) }
}
