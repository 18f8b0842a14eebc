import type { AudioOptions, RegistrationOptions } from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'

/** One course on sale on one website; prices in cents. `course_version_id` is the published version. */
export type CourseWebsite = {
  course_website_id: number
  organization_id: number
  website_id: number
  website_name: string
  default_website_ind: boolean
  course_id: number
  course_version_id: number
  course_name: string
  excerpt: string
  image: string
  lk_language_id: number
  price_cents: number
  admin_fee_cents: number
  audio_ind: boolean
  audio: AudioOptions
  required_seconds: number
  course_registration_options: RegistrationOptions
  disclaimer: string
  /** Whether other courses are bundled with it. */
  bundle_ind: boolean
}

const columns = (sql: Ctx['sql']) => sql`
  course_website_id, organization_id, website_id, website_name, default_website_ind, course_id, course_version_id,
  course_name, excerpt, image, lk_language_id, price_cents, admin_fee_cents, audio_ind, audio, required_seconds,
  course_registration_options, disclaimer, bundle_ind`

/**
 * The current organization's offer with this id. Null for an offer of another organization, an unknown or closed one,
 * and one whose price is outside its limits.
 */
export async function findCourseWebsite(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  course_website_id: number,
): Promise<CourseWebsite | null> {
  const [row] = await sql<CourseWebsite>`
    select ${columns(sql)} from catalogue.v_course_website
    where course_website_id = ${course_website_id} and organization_id = ${organization.organization_id}
      and price_in_bounds_ind`
  return row ?? null
}

/** A way to deliver a version's certificate; price in cents, 0 is free. */
export type ShippingMethod = {
  course_shipping_method_id: number
  lk_shipping_type_id: number
  enabled: boolean
  price_cents: number
}

/** All shipping methods of a version, including disabled ones. */
export const listShippingMethods = async (
  { sql }: Pick<Ctx, 'sql'>,
  course_version_id: number,
): Promise<ShippingMethod[]> => sql<ShippingMethod>`
  select course_shipping_method_id, lk_shipping_type_id, enabled, price_cents
  from catalogue.course_shipping_method
  where course_version_id = ${course_version_id}
  order by lk_shipping_type_id`
