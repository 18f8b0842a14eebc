import { listKeyHolders } from '#modules/identity/rights/key-holders.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

/** A person who manages the websites of an organization whose domain was switched off. */
export type DomainOffRecipient = {
  user_id: number
  organization_id: number
  organization_code: string
  organization_name: string
  first_name: string
  email: string
  locale: Locale
  host: string
}

/** The recipients of the email about a domain that was switched off; none if it is live again or removed. */
export async function listDomainOffRecipients(ctx: Ctx, own_domain_id: number): Promise<DomainOffRecipient[]> {
  const [domain] = await ctx.sql<
    Pick<DomainOffRecipient, 'organization_code' | 'organization_name' | 'host'> & { organization_id: number }
  >`
    select d.organization_id, d.host, o.code as organization_code, o.name as organization_name
    from identity.own_domain d join identity.organization o using (organization_id)
    where d.own_domain_id = ${own_domain_id} and d.live_at is null and o.deleted_at is null`
  if (!domain) return []
  const { organization_id } = domain
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_WEBSITES:UPDATE' })
  const ownHolders = holders.filter((holder) => holder.organization_id === organization_id)
  const recipients = ownHolders.length > 0 ? ownHolders : holders.slice(0, 5)
  return recipients.map(({ user_id, first_name, email, locale }) => ({
    ...domain,
    user_id,
    first_name,
    email,
    locale,
  }))
}
