import type { Ctx } from '../../../platform/ctx.ts'
import type { CourseWebsite, ShippingMethod } from '../../catalogue/index.ts'
import { usualShippingSql } from '../settings/settings.sql.ts'

export type SoldCourse = Pick<CourseWebsite, 'course_website_id' | 'course_id' | 'audio_ind' | 'audio' | 'bundle_ind'>
/** A course on sale and what a shopper may choose with it; `usual` is the site's lk_shipping_type_id. */
export type Sale = { course: SoldCourse; methods: ShippingMethod[]; usual: number }
type SaleRow = SoldCourse & Omit<Sale, 'course'>

/** The visited organization's offer of a course; null where it sells none under this id. */
export async function readSale({ sql, organization }: Ctx, course_website_id: number): Promise<Sale | null> {
  const { organization_id } = organization
  const [sale] = await sql<SaleRow>`
    select w.course_website_id, w.course_id, w.audio_ind, w.audio, w.bundle_ind,
           ${usualShippingSql(sql, organization_id)} as usual, (
             select coalesce(json_agg(m order by m.lk_shipping_type_id), '[]')
             from catalogue.v_course_shipping_method m where m.course_version_id = w.course_version_id) as methods
    from catalogue.v_course_website w
    where w.course_website_id = ${course_website_id} and w.organization_id = ${organization_id}
      and w.price_in_bounds_ind`
  if (!sale) return null
  const { methods, usual, ...course } = sale
  return { course, methods, usual }
}
