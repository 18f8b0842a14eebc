import type { Ctx } from '#platform/ctx.ts'
import type { Network } from './website-fields.schema.ts'

export type SiteBrand = {
  /** The code of the site that shows the logo. */
  organization_code: string
  brand_color: string | null
  /** The path of an uploaded picture: the website's, otherwise the organization's; '' for none. */
  logo: string
  social_links: Partial<Record<Network, string>>
}

/**
 * The brand of an organization: its color, and the logo and social networks of one of its websites, which is that of
 * `course_website_id` (where the visitor came from), otherwise the default.
 */
export async function findSiteBrand(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  course_website_id: number | null = null,
): Promise<SiteBrand | null> {
  const [row] = await sql<SiteBrand>`
    select o.code as organization_code, o.brand_color, coalesce(nullif(w.logo, ''), o.logo) as logo,
           coalesce(w.social_links, '{}') as social_links
    from identity.v_organization o
    left join lateral (
      select w.logo, w.social_links from catalogue.website w
      left join catalogue.course_website c
        on c.website_id = w.website_id and c.course_website_id = ${course_website_id}::int
      where w.organization_id = o.organization_id and w.deleted_at is null
        and (w.default_website_ind or c.course_website_id is not null)
      order by c.course_website_id is not null desc, w.website_id limit 1) w on true
    where o.organization_id = ${organization_id}`
  return row ?? null
}
