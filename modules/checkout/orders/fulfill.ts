import { selectPerson } from '#modules/identity/index.ts'
import { enroll, findRetake, openForRetake, recordRetakePayment, reinstatePaid } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Order } from './order.sql.ts'

type Course = {
  kind: 'course'
  order_item_id: number
  course_website_id: number
  course_version_id: number
  lk_shipping_type_id: number | null
  audio_ind: boolean
}
type Retake = { kind: 'retake'; order_item_id: number; for_student_course_id: number; component_id: number }
type Reinstatement = { kind: 'reinstatement'; order_item_id: number; for_student_course_id: number }
type OrderItem = Course | Retake | Reinstatement | { kind: 'fee'; order_item_id: number }

/**
 * Delivers the items of a paid order, in the transaction that books the payment. Sends no emails besides the receipt.
 */
export async function fulfill(ctx: Ctx, order: Pick<Order, 'order_id' | 'user_id'>): Promise<void> {
  const items = await ctx.sql<OrderItem>`
    select kind, order_item_id, course_website_id, course_version_id, lk_shipping_type_id, audio_ind,
           for_student_course_id, component_id
    from checkout.order_item where order_id = ${order.order_id} order by order_item_id`
  for (const item of items) {
    if (item.kind === 'course') await enrollInCourse(ctx, order.user_id, item)
    if (item.kind === 'retake') await grantRetake(ctx, item)
    if (item.kind === 'reinstatement') await reinstatePaid(ctx, item.for_student_course_id, item.order_item_id)
  }
}

async function enrollInCourse(ctx: Ctx, user_id: number, item: Course): Promise<void> {
  const { order_item_id, course_website_id, course_version_id, lk_shipping_type_id, audio_ind } = item
  const line = { order_item_id, course_website_id, course_version_id, lk_shipping_type_id, audio_ind }
  // A course belongs to the student's own organization, which may be a parent of the seller's.
  const { organization_id } = await selectPerson(ctx, user_id)
  const { student_course_id } = await enroll(ctx, { ...line, user_id, organization_id, paid: true, quiet: true })
  await ctx.sql`
    update checkout.order_item set student_course_id = ${student_course_id} where order_item_id = ${order_item_id}`
}

async function grantRetake(ctx: Ctx, { order_item_id, for_student_course_id, component_id }: Retake): Promise<void> {
  const quiz = { student_course_id: for_student_course_id, component_id }
  const { course } = await findRetake(ctx, quiz, { lock: true })
  const isRecorded = await recordRetakePayment(ctx, { ...quiz, order_item_id })
  // Two open orders for one attempt are prevented, but if both are paid, staff must refund the second.
  if (!isRecorded) ctx.log.error('retake.surplus', new Error('the attempt has already been paid'), { order_item_id })
  await openForRetake(ctx, course)
}
