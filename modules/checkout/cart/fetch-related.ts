import { listRelatedCourses } from '#modules/catalogue/index.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { OfferedCourse, offeredCourse } from './cart.schema.ts'
import { type Cart, type CartLine, findCart, listLines } from './cart.sql.ts'
import { guestId, shopperOf } from './guest.ts'

/** The maximum number of suggestions, and of items they are based on. */
const maxRelated = 3

export const fetchRelated = operation({
  call: 'GET /cart/related',
  added: true,
  summary: "Courses related to those in the cart: the authors' recommendations first, then others for the same state",
  may: shopper,
  takes: z.object({ guest_id: guestId().nullish() }),
  gives: z.object({ related: z.array(OfferedCourse) }),
  async run(ctx, { guest_id }) {
    const cart = await findCart(ctx, shopperOf(ctx, guest_id))
    const lines = cart ? await listLines(ctx, cart.cart_id) : []
    return { related: cart ? await listRelated(ctx, cart, lines) : [] }
  },
})

/**
 * Recommendations for the newest items come first. Excludes courses that are in the cart, saved, or already the
 * student's.
 */
async function listRelated(ctx: Ctx, { organization_id }: Cart, lines: readonly CartLine[]): Promise<OfferedCourse[]> {
  const newestLines = lines.filter(({ saved_ind }) => !saved_ind).slice(-maxRelated)
  const related = await Promise.all(newestLines.map((line) => listRelatedCourses(ctx, { ...line, organization_id })))
  const courses = new Map(
    related
      .toReversed()
      .flat()
      .map((course) => [course.course_id, course]),
  )
  for (const { course_id } of [...lines, ...(await listOwnedCourses(ctx))]) courses.delete(course_id)
  return [...courses.values()]
    .slice(0, maxRelated)
    .map((course) => offeredCourse({ ...course, name: course.course_name }))
}

async function listOwnedCourses({ sql, actor }: Ctx): Promise<{ course_id: number }[]> {
  if (actor.kind !== 'user') return []
  return sql<{ course_id: number }>`
    select distinct v.course_id
    from learning.v_student_course join catalogue.v_course_version v using (course_version_id)
    where user_id = ${actor.user_id}`
}
