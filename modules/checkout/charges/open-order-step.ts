import { type LegalTexts, localizeLegalTexts } from '#modules/checkout/orders/legal-evidence.ts'
import { selectOrder } from '#modules/checkout/orders/order.sql.ts'
import { listOrderedCourses } from '#modules/checkout/orders/order-requirements.ts'
import { agreementOf, linesToAgree, needsAge } from '#modules/checkout/orders/requirements.ts'
import { type CheckoutStep, type PaymentChoices, paymentChoices } from '#modules/checkout/payments/index.ts'
import { settingsOf } from '#modules/checkout/settings/settings.sql.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { listOpenOrders, type OpenOrder } from './open-order.sql.ts'

/** The data of the page where an open order is paid. */
export type OpenOrderStep = Pick<CheckoutStep, 'agreement' | 'needs_dob'> & {
  order: OpenOrder
  buyer: { first_name: string; last_name: string; email: string }
  /** The seller's Terms and Privacy, which the buyer accepts by paying. */
  legal: LegalTexts
} & PaymentChoices

/**
 * The data for paying an open order of the session's person; if it is paid, its transaction id. Throws notFound for
 * another person's order and for a canceled one.
 */
export async function selectOpenOrderStep(
  ctx: Ctx,
  order_id: number,
): Promise<OpenOrderStep | { transaction_id: string }> {
  const { user_id } = userOf(ctx)
  const [order] = await listOpenOrders(ctx, user_id, order_id)
  if (!order) return { transaction_id: await selectTransaction(ctx, user_id, order_id) }
  const [lines, { organization_id }] = await Promise.all([
    listOrderedCourses(ctx, order_id),
    selectOrder(ctx, order_id),
  ])
  const { first_name, last_name, email, dob } = await selectPerson(ctx, user_id)
  const texts = linesToAgree(lines).map(({ name, disclaimer }) => ({ name, disclaimer }))
  return {
    order,
    buyer: { first_name, last_name, email },
    agreement: { ...agreementOf(lines), texts },
    needs_dob: needsAge(lines) && !dob,
    legal: localizeLegalTexts(await settingsOf(ctx, organization_id), ctx.locale),
    ...(await paymentChoices(ctx)),
  }
}

async function selectTransaction({ sql }: Ctx, user_id: number, order_id: number): Promise<string> {
  const [payment] = await sql<{ transaction_id: string }>`
    select p.transaction_id from checkout.payment p join checkout.customer_order o using (order_id)
    where p.order_id = ${order_id} and o.user_id = ${user_id} and o.written_ind`
  if (!payment) throw errors.notFound()
  return payment.transaction_id
}

/** Finds the person's open order that includes this course; null if there is none. */
export async function findOrderFor(ctx: Ctx, student_course_id: number): Promise<number | null> {
  const orders = await listOpenOrders(ctx, userOf(ctx).user_id)
  const order = orders.find(({ items }) => items.some((item) => item.student_course_id === student_course_id))
  return order?.order_id ?? null
}
