import type { CourseWebsite } from '#modules/catalogue/websites/course-website.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A related course on the same website; price in cents. */
export type RelatedCourse = Pick<
  CourseWebsite,
  'course_website_id' | 'course_id' | 'course_name' | 'excerpt' | 'image' | 'price_cents'
>

type RelatedTo = Pick<CourseWebsite, 'course_website_id' | 'organization_id' | 'website_id' | 'course_version_id'>

const maxRelated = 3

/** The version's recommendations, then courses for one of its states; at most three, only those on sale. */
export const listRelatedCourses = (
  { sql }: Pick<Ctx, 'sql'>,
  { course_website_id, organization_id, website_id, course_version_id }: RelatedTo,
): Promise<RelatedCourse[]> => sql<RelatedCourse>`
  select o.course_website_id, o.course_id, o.course_name, o.excerpt, o.image, o.price_cents
  from catalogue.v_course_website o
  left join catalogue.course_upsell u
    on u.course_version_id = ${course_version_id} and u.course_id = o.course_id
  where o.website_id = ${website_id} and o.organization_id = ${organization_id} and o.price_in_bounds_ind
    and o.course_website_id <> ${course_website_id}
    and (u.course_id is not null or exists (
      select from catalogue.course_state own_state
      join catalogue.course_state other_state using (lk_state_id)
      where own_state.course_version_id = ${course_version_id} and other_state.course_version_id = o.course_version_id))
  order by u.position nulls last, lower(o.course_name), o.course_website_id
  limit ${maxRelated}`

/** The courses bundled with a course, in its author's order. */
export const listBundledCourses = (
  { sql }: Pick<Ctx, 'sql'>,
  { course_website_id, organization_id }: CourseWebsite,
): Promise<Pick<RelatedCourse, 'course_website_id' | 'course_name'>[]> => sql`
  select course_website_id, course_name from catalogue.v_course_bundle
  where bundle_course_website_id = ${course_website_id} and organization_id = ${organization_id}
  order by position, course_website_id limit 100`
