import { randomUUID } from 'node:crypto'
import { chargeRefusals } from '#modules/checkout/refusals.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { student, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { PlacedOrder } from './charge.schema.ts'
import { chargeTexts } from './charges.texts.ts'
import { buildCourseLine, type Line } from './line.ts'
import { reinstatementFor, retakeFor } from './retake-and-reinstatement.ts'
import { writeOrder } from './write-order.ts'

export const createStudentCourse = operation({
  call: 'POST /student/create',
  summary: 'Orders a course on this site for the caller. Its status is Not Paid until the order is paid',
  may: student,
  takes: z.object({ userId: id().nullish(), courseWebsiteId: id() }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  async run(ctx, { userId, courseWebsiteId }) {
    const person = await selectCaller(ctx, userId)
    const request = { course_website_id: courseWebsiteId }
    return order(ctx, person, await buildCourseLine(ctx, request, [ctx.organization.organization_id]))
  },
})

export const createOwnRetake = operation({
  call: 'POST /order/createRetake',
  summary: "Orders a retake of a quiz in the caller's own course, at the quiz's fee",
  added: true,
  may: student,
  takes: z.object({ student_course_id: id(), component_id: id() }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  async run(ctx, place) {
    const person = await selectCaller(ctx, null)
    return order(ctx, person, await retakeFor(ctx, { ...place, user_id: person.user_id, as_staff: false }))
  },
})

export const createOwnReinstatement = operation({
  call: 'POST /order/createReinstatement',
  summary: "Orders the reinstatement of the caller's own expired course, at the course's fee",
  added: true,
  may: student,
  takes: z.object({ student_course_id: id() }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  async run(ctx, { student_course_id }) {
    const person = await selectCaller(ctx, null)
    return order(
      ctx,
      person,
      await reinstatementFor(ctx, { student_course_id, user_id: person.user_id, as_staff: false }),
    )
  },
})

/** The session's own student. An id in the request is only compared. */
function selectCaller(ctx: Ctx, named: number | null | undefined): Promise<Person> {
  const { user_id } = userOf(ctx)
  if (named && named !== user_id) throw errors.notFound()
  return selectPerson(ctx, user_id)
}

async function order(ctx: Ctx, person: Person, { line, organization_id }: { line: Line; organization_id: number }) {
  const draft = { person, organization_id, lines: [line], note: '', created_by: null, request_id: randomUUID() }
  const order = await writeOrder(ctx, draft)
  return {
    error: false as const,
    ...order,
    message: localText(ctx.locale, chargeTexts, 'ordered'),
    redirect: pathTo('/checkout/order/:orderId', { orderId: order.order_id }),
  }
}
