import type { Ctx } from '../../../platform/ctx.ts'
import type { CourseWebsite, ShippingMethod } from '../../catalogue/index.ts'
import { usualShippingSql } from '../settings/settings.sql.ts'

export type SoldCourse = Pick<CourseWebsite, 'course_website_id' | 'course_id' | 'audio_ind' | 'audio' | 'bundle_ind'>
/** A course on sale and what a shopper may choose with it; `usual` is the site's lk_shipping_type_id. */
export type Offer = { course: SoldCourse; methods: ShippingMethod[]; usual: number }
type OfferRow = SoldCourse & Omit<Offer, 'course'>

/** The visited organization's offer of a course; null where it sells none under this id. */
export async function readOffer({ sql, organization }: Ctx, course_website_id: number): Promise<Offer | null> {
  const { organization_id } = organization
  const [offer] = await sql<OfferRow>`
    select w.course_website_id, w.course_id, w.audio_ind, w.audio, w.bundle_ind,
           ${usualShippingSql(sql, organization_id)} as usual, (
             select coalesce(json_agg(m order by m.lk_shipping_type_id), '[]')
             from catalogue.v_course_shipping_method m where m.course_version_id = w.course_version_id) as methods
    from catalogue.v_course_website w
    where w.course_website_id = ${course_website_id} and w.organization_id = ${organization_id}
      and w.price_in_bounds_ind`
  if (!offer) return null
  const { methods, usual, ...course } = offer
  return { course, methods, usual }
}
