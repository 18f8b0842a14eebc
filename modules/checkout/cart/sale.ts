import type { Ctx } from '../../../platform/ctx.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { gatherBy } from '../../../platform/gather.ts'
import {
  type CourseWebsite,
  findCourseWebsite,
  listShippingMethods,
  type ShippingMethod,
} from '../../catalogue/index.ts'
import { checkoutSettings } from '../settings/settings.sql.ts'

/** A course on sale and what a shopper may choose with it; `usual` is the site's lk_shipping_type_id. */
export type Sale = { course: CourseWebsite; methods: ShippingMethod[]; usual: number }

type Ask = { ctx: Ctx; course_website_id: number }

/**
 * The visited organization's offer of a course, as it was at some moment after the call; null where it sells none under
 * this id.
 */
export const readSale = (ctx: Ctx, course_website_id: number): Promise<Sale | null> =>
  readSales(ctx.sql, { ctx, course_website_id })

/** Nothing in it is a shopper's own, so those who ask at the same time share a reading. */
const readSales = gatherBy((_: Sql, asks: readonly Ask[]) => {
  const readings = new Map<string, Promise<Sale | null>>()
  const read = ({ ctx, course_website_id }: Ask) => {
    const key = `${ctx.organization.organization_id} ${course_website_id}`
    const reading = readings.get(key) ?? findSale(ctx, course_website_id)
    readings.set(key, reading)
    return reading
  }
  return Promise.all(asks.map(read))
})

async function findSale(ctx: Ctx, course_website_id: number): Promise<Sale | null> {
  const [course, { lk_shipping_type_id: usual }] = await Promise.all([
    findCourseWebsite(ctx, course_website_id),
    checkoutSettings(ctx),
  ])
  return course && { course, methods: await listShippingMethods(ctx, course.course_version_id), usual }
}
