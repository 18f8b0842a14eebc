import type { CourseWebsite } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A course as an organization currently offers it: opened by one of its keys, or by an order of its shop. */
export type Offer = Pick<
  CourseWebsite,
  | 'course_website_id'
  | 'organization_id'
  | 'website_name'
  | 'course_id'
  | 'course_version_id'
  | 'course_name'
  | 'admin_fee_cents'
  | 'course_registration_options'
  | 'disclaimer'
>

const columns = (sql: Ctx['sql']) => sql`
  course_website_id, organization_id, website_name, course_id, course_version_id, course_name, admin_fee_cents,
  course_registration_options, disclaimer`

type Visit = Pick<Ctx, 'sql'>

/** The offer with this id from one of these organizations, without its price; null if it is not on offer. */
export async function findOffer(
  { sql }: Visit,
  course_website_id: number,
  organizations: readonly number[],
): Promise<Offer | null> {
  const [offer] = await sql<Offer>`
    select ${columns(sql)} from catalogue.v_course_website
    where course_website_id = ${course_website_id} and organization_id = any(${sql.array(organizations)})`
  return offer ?? null
}

/** An organization's offers of some courses: each from its default website, else its first. */
export const listOffersOf = (
  { sql }: Visit,
  organization_id: number,
  course_ids: readonly number[],
): Promise<Offer[]> => sql<Offer>`
  select distinct on (course_id) ${columns(sql)} from catalogue.v_course_website
  where organization_id = ${organization_id} and course_id = any(${sql.array(course_ids)})
  order by course_id, default_website_ind desc, course_website_id`

/**
 * The offer of a key: its course at the key's place of sale or, if the course has left that, anywhere else its holder
 * offers it. Null if the holder does not offer it now.
 */
export async function findOfferOf(
  visit: Visit,
  { course_website_id, organization_id, course_id }: Pick<Offer, 'course_website_id' | 'organization_id' | 'course_id'>,
): Promise<Offer | null> {
  const offer = await findOffer(visit, course_website_id, [organization_id])
  if (offer) return offer
  const [elsewhere] = await listOffersOf(visit, organization_id, [course_id])
  return elsewhere ?? null
}

export type OfferChoice = Pick<Offer, 'course_website_id' | 'course_name' | 'website_name'> & {
  organization_id: number
  organization_name: string
}

/** Everything that staff of this site can create keys for, by organization and course. */
export const listOfferChoices = ({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<OfferChoice[]> =>
  sql<OfferChoice>`
    select w.course_website_id, w.course_name, w.website_name, w.organization_id, o.name as organization_name
    from catalogue.v_course_website w
    join identity.v_organization o on o.organization_id = w.organization_id
    where w.organization_id = any(${sql.array(organization.scope)})
    order by o.name, w.course_name, w.website_name, w.course_website_id
    limit 1000`
