import type { Ctx } from '../../../platform/ctx.ts'
import { openTogether } from '../../../platform/together.ts'
import {
  type CourseWebsite,
  findCourseWebsite,
  listShippingMethods,
  type ShippingMethod,
} from '../../catalogue/index.ts'
import { checkoutSettings } from '../settings/settings.sql.ts'

/** A course on sale and what a shopper may choose with it; `usual` is the site's lk_shipping_type_id. */
export type Sale = { course: CourseWebsite; methods: ShippingMethod[]; usual: number }

const together = openTogether<Sale | null>()

/**
 * The visited organization's offer of a course, as it was at some moment after the call; null where it sells none under
 * this id. Nothing in it is a shopper's own, so those who ask at the same time share a reading.
 */
export function readSale(ctx: Ctx, course_website_id: number): Promise<Sale | null> {
  const key = `${ctx.organization.organization_id} ${course_website_id}`
  return together(ctx.sql, key, () => findSale(ctx, course_website_id))
}

async function findSale(ctx: Ctx, course_website_id: number): Promise<Sale | null> {
  const [course, { lk_shipping_type_id: usual }] = await Promise.all([
    findCourseWebsite(ctx, course_website_id),
    checkoutSettings(ctx),
  ])
  return course && { course, methods: await listShippingMethods(ctx, course.course_version_id), usual }
}
