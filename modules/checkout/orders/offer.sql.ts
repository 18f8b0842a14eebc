import type { CourseWebsite } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A course as an organization currently offers it, for redeemed keys and orders of its shop. */
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

type SqlContext = Pick<Ctx, 'sql'>

/** Finds the offer with this id from one of these organizations. */
export async function findOffer(
  { sql }: SqlContext,
  course_website_id: number,
  organizations: readonly number[],
): Promise<Offer | null> {
  const [offer] = await sql<Offer>`
    select ${columns(sql)} from catalogue.v_course_website
    where course_website_id = ${course_website_id} and organization_id = any(${sql.array(organizations)})`
  return offer ?? null
}

/** An organization's offers of some courses, each from its default website, otherwise from its first. */
export const listCourseOffers = (
  { sql }: SqlContext,
  organization_id: number,
  course_ids: readonly number[],
): Promise<Offer[]> => sql<Offer>`
  select distinct on (course_id) ${columns(sql)} from catalogue.v_course_website
  where organization_id = ${organization_id} and course_id = any(${sql.array(course_ids)})
  order by course_id, default_website_ind desc, course_website_id`

/**
 * Finds the offer of a key's course: on the key's website or, if it is no longer offered there, on another website of
 * the holder.
 */
export async function findOfferOfKey(
  visit: SqlContext,
  { course_website_id, organization_id, course_id }: Pick<Offer, 'course_website_id' | 'organization_id' | 'course_id'>,
): Promise<Offer | null> {
  const offer = await findOffer(visit, course_website_id, [organization_id])
  if (offer) return offer
  const [otherOffer] = await listCourseOffers(visit, organization_id, [course_id])
  return otherOffer ?? null
}

export type OfferChoice = Pick<Offer, 'course_website_id' | 'course_name' | 'website_name'> & {
  organization_id: number
  organization_name: string
}

/** The offers that staff of this site can create keys for, by organization and course. */
export const listOfferChoices = ({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<OfferChoice[]> =>
  sql<OfferChoice>`
    select w.course_website_id, w.course_name, w.website_name, w.organization_id, o.name as organization_name
    from catalogue.v_course_website w
    join identity.v_organization o on o.organization_id = w.organization_id
    where w.organization_id = any(${sql.array(organization.scope)})
    order by o.name, w.course_name, w.website_name, w.course_website_id
    limit 1000`
