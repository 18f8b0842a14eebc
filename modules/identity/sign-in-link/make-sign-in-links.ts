import { hasManyResetLinks, insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { asTenant } from '#modules/identity/organizations/as-tenant.ts'
import { localeOf, userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { hasManyLinks, insertLink, linkMinutes } from './sign-in-link.sql.ts'

const maxAccounts = 5

type Request = {
  sign_in_link_request_id: number
  organization_id: number
  organization_code: string | null
  organization_name: string
  email: string
  lk_language_id: number
}

type Account = {
  user_id: number
  organization_id: number
  loginid: string
  first_name: string
  email: string
  /** The address is not proven, and the account has a password: only a new password opens it. */
  needs_password: boolean
}

/**
 * A link to an account: to sign in, with its code, or to choose a new password. `is_own`: whether the account belongs
 * to the visited organization itself, not to one above it.
 */
export type MadeLink = Pick<Account, 'loginid' | 'user_id'> & { is_own: boolean } & (
    | { token: string; code: string }
    | { reset: string }
  )

/** The data of the email with links to sign in; only this job knows them. */
export type SignInLinks = {
  /** The site that was visited. */
  organization_code: string | null
  organization_id: number
  organization_name: string
  email: string
  first_name: string
  locale: Locale
  links: MadeLink[]
}

/**
 * Creates the links for a request, or null: no such account, five links within the hour, or a request that is over.
 * Running again creates further links.
 */
export async function makeSignInLinks(ctx: Ctx, sign_in_link_request_id: number): Promise<SignInLinks | null> {
  const request = await findRequest(ctx, sign_in_link_request_id)
  if (!request) return null
  const tenant = await asTenant(ctx, request.organization_id)
  return tenant.tx(async (inner) => {
    const accounts = await lockAccounts(inner, request)
    const links: MadeLink[] = []
    for (const account of accounts) {
      const link = await makeLink(inner, request, account)
      if (link)
        links.push({
          loginid: account.loginid,
          user_id: account.user_id,
          is_own: account.organization_id === request.organization_id,
          ...link,
        })
    }
    if (links.length === 0) return null
    const { organization_code, organization_id, organization_name, lk_language_id } = request
    const { first_name, email } = accounts.find(({ user_id }) => user_id === links[0]!.user_id)!
    return {
      organization_code,
      organization_id,
      organization_name,
      email,
      first_name,
      locale: localeOf(lk_language_id),
      links,
    }
  })
}

async function findRequest(ctx: Ctx, sign_in_link_request_id: number): Promise<Request | null> {
  const since = new Date(ctx.now.getTime() - linkMinutes * 60_000)
  const [request] = await ctx.sql<Request>`
    select r.sign_in_link_request_id, r.organization_id, case when r.bare_host_ind then null else o.code end as organization_code,
           o.name as organization_name, r.email, r.lk_language_id
    from identity.sign_in_link_request r join identity.organization o using (organization_id)
    where r.sign_in_link_request_id = ${sign_in_link_request_id} and r.created_at > ${since}`
  return request ?? null
}

/**
 * The accounts with the address that may sign in on the visited site, those with a proven address first. Locked, so
 * that concurrent emails count each other.
 */
function lockAccounts(ctx: Ctx, { email, organization_id }: Request): Promise<Account[]> {
  // Unscoped: people of parent organizations sign in here, too.
  return ctx.unscoped.sql<Account>`
    select p.user_id, p.organization_id, p.loginid, p.first_name, p.email,
           p.email_proven_at is null and p.password_hash is not null as needs_password
    from identity.person p
    where p.email_key = lower(${email}) and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${organization_id})
    order by p.email_proven_at is null, p.user_id
    limit ${maxAccounts} for no key update`
}

async function makeLink(ctx: Ctx, request: Request, account: Account) {
  if (!account.needs_password)
    return (await hasManyLinks(ctx, account.user_id)) ? null : insertLink(ctx, request, account.user_id)
  // The account's creator may not own the mailbox, and would keep the password.
  if (await hasManyResetLinks(ctx.unscoped, account.user_id)) return null
  return { reset: await insertResetLink(ctx.unscoped, account) }
}
