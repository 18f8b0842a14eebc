import type { Ctx } from '#platform/ctx.ts'
import type { CourseWebsite } from './course-website.sql.ts'

/** The price of a course on a website, and its price limits; cents. */
export type OfferTerms = Pick<
  CourseWebsite,
  | 'course_website_id'
  | 'organization_id'
  | 'website_name'
  | 'course_id'
  | 'course_version_id'
  | 'course_name'
  | 'price_cents'
  | 'admin_fee_cents'
  | 'audio_ind'
  | 'audio'
  | 'course_registration_options'
> & {
  organization_name: string
  /** Null for no limit. */
  min_price_cents: number | null
  max_price_cents: number | null
}

/** The terms of these organizations by organization, course and website; `course_website_id` selects one. */
export const listOfferTerms = (
  { sql }: Pick<Ctx, 'sql'>,
  organizations: readonly number[],
  course_website_id: number | null = null,
): Promise<OfferTerms[]> => sql<OfferTerms>`
  select w.course_website_id, w.organization_id, w.website_name, w.course_id, w.course_version_id, w.course_name,
         w.price_cents, w.admin_fee_cents, w.audio_ind, w.audio, w.course_registration_options,
         o.name as organization_name, c.min_price_cents, c.max_price_cents
  from catalogue.v_course_website w
  join catalogue.course_website c using (course_website_id)
  join identity.v_organization o on o.organization_id = w.organization_id
  where w.organization_id = any(${sql.array(organizations)}) and w.price_in_bounds_ind
    and w.course_website_id = coalesce(${course_website_id}::integer, w.course_website_id)
  order by o.name, w.course_name, w.website_name, w.course_website_id
  limit 1000`
