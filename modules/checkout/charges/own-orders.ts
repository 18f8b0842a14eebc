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
import { priceReinstatement, priceRetake } from './retake-and-reinstatement.ts'
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
    return placeOrder(ctx, person, await buildCourseLine(ctx, request, [ctx.organization.organization_id]))
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
  async run(ctx, quiz) {
    const person = await selectCaller(ctx, null)
    return placeOrder(ctx, person, await priceRetake(ctx, { ...quiz, user_id: person.user_id, as_staff: false }))
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
    return placeOrder(
      ctx,
      person,
      await priceReinstatement(ctx, { student_course_id, user_id: person.user_id, as_staff: false }),
    )
  },
})

/** The student of the session. Throws notFound if the request has another id. */
function selectCaller(ctx: Ctx, requested_id: number | null | undefined): Promise<Person> {
  const { user_id } = userOf(ctx)
  if (requested_id && requested_id !== user_id) throw errors.notFound()
  return selectPerson(ctx, user_id)
}

async function placeOrder(
  ctx: Ctx,
  person: Person,
  { line, organization_id }: { line: Line; organization_id: number },
) {
  const draft = { person, organization_id, lines: [line], note: '', created_by: null, request_id: randomUUID() }
  const placedOrder = await writeOrder(ctx, draft)
  return {
    error: false as const,
    ...placedOrder,
    message: localText(ctx.locale, chargeTexts, 'ordered'),
    redirect: pathTo('/checkout/order/:orderId', { orderId: placedOrder.order_id }),
  }
}
