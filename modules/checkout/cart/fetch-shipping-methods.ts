import { findCourseWebsite, listShippingMethods } from '#modules/catalogue/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { ShippingMethod, shippingMethodResponse } from './cart.schema.ts'

export const fetchShippingMethods = operation({
  call: 'GET /cart/courseShippingMethods',
  summary: "The delivery methods of a course's certificate, with their prices",
  may: anyone,
  takes: z.object({ course_website_id: id() }),
  gives: z.object({ shippingMethods: z.array(ShippingMethod) }),
  async run(ctx, { course_website_id }) {
    const courseWebsite = await findCourseWebsite(ctx, course_website_id)
    if (!courseWebsite) throw errors.notFound()
    const methods = await listShippingMethods(ctx, courseWebsite.course_version_id)
    return { shippingMethods: methods.map((method) => shippingMethodResponse(method, ctx.locale)) }
  },
})
