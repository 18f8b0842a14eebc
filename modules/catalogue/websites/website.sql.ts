import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { Network } from './website-fields.schema.ts'

/** An organization's website. Its prices, in cents, are the defaults for newly added courses. */
export type Website = {
  website_id: number
  organization_id: number
  name: string
  url: string
  code: string
  phone: string
  logo: string
  default_website_ind: boolean
  price_cents: number | null
  admin_fee_cents: number
  min_price_cents: number | null
  max_price_cents: number | null
  social_links: Partial<Record<Network, string>>
  hosted_ind: boolean
  hosted_location: string
  /** 'YYYY-MM-DD' or null. */
  hosted_started_on: string | null
  updated_at: Date
}

type Reader = Pick<Ctx, 'sql' | 'organization'>

const columns = (sql: Ctx['sql']) => sql`
  website_id, organization_id, name, url, code, phone, logo, default_website_ind, price_cents, admin_fee_cents,
  min_price_cents, max_price_cents, social_links, hosted_ind, hosted_location, hosted_started_on::text as hosted_started_on,
  updated_at`

/** A website in scope. Throws notFound for removed and other organizations' websites. */
export async function selectWebsite({ sql, organization }: Reader, website_id: number): Promise<Website> {
  const [row] = await sql<Website>`
    select ${columns(sql)} from catalogue.website
    where website_id = ${website_id} and organization_id = any(${sql.array(organization.scope)})
      and deleted_at is null`
  if (!row) throw errors.notFound()
  return row
}

/** An organization's websites, the default one first, then by name. */
export const listWebsites = ({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<Website[]> => sql<Website>`
  select ${columns(sql)} from catalogue.website
  where organization_id = ${organization_id} and deleted_at is null
  order by default_website_ind desc, lower(name), website_id
  limit 1000`

/**
 * Serializes operations on an organization's websites until the transaction ends: names, addresses and the default
 * website must be unique, and a website offers each course once.
 */
export const lockWebsitesOf = async ({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue.website'), ${organization_id}::int)`
}
