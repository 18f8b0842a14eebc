import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceName } from '#modules/checkout/invoices/invoice.sql.ts'
import { orderStatus, paymentStatus } from '#modules/checkout/lookups.shared.ts'
import { changeStatus, isComplete, lockStudentCourse, status } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { lockPlacedOrder, type PlacedOrderRow } from './cancel-order.ts'
import { chargeTexts } from './charges.texts.ts'

export const undoInvoiced = operation({
  call: 'PUT /order/undoInvoiced',
  added: true,
  summary:
    'Undoes a wrong enrollment on invoice: the course ends, and the organization is not invoiced for it. Refused once it is on an invoice or completed',
  may: staff(['MANAGE_PAYMENTS:UPDATE', 'MANAGE_INVOICE_PAYMENTS:CREATE'], 'every'),
  takes: z.object({ payment_id: id(), reason: requiredText(chargeTexts.undoReasonMissing, 500) }),
  gives: z.object({ error: z.literal(false) }),
  fails: [
    errors.notFound,
    checkoutErrors.notOnInvoice,
    checkoutErrors.alreadyOnInvoice,
    checkoutErrors.courseCompleted,
    checkoutErrors.courseStarted,
  ],
  async run(ctx, { payment_id, reason }) {
    const order = await lockPlacedOrder(ctx, await selectOrderId(ctx, payment_id))
    await undoInvoicedOrder(ctx, order, { reason })
    return { error: false as const, message: localText(ctx.locale, chargeTexts, 'undone') }
  },
})

async function selectOrderId({ sql, organization }: Ctx, payment_id: number): Promise<number> {
  const [payment] = await sql<{ order_id: number }>`
    select order_id from checkout.payment
    where payment_id = ${payment_id} and organization_id = any(${sql.array(organization.scope)})`
  if (!payment) throw errors.notFound()
  return payment.order_id
}

type UndoOptions = {
  reason: string
  /** Throws courseStarted if a course was started. */
  onlyIfNotStarted?: boolean
}

/**
 * Undoes a locked order that would be invoiced to the organization: its courses become Refunded and its zero payment
 * Voided, so that no invoice includes it. Idempotent. Throws notOnInvoice, alreadyOnInvoice, courseCompleted,
 * courseStarted.
 */
export async function undoInvoicedOrder(
  ctx: Ctx,
  order: PlacedOrderRow,
  { reason, onlyIfNotStarted = false }: UndoOptions,
) {
  const { order_id, organization_id, user_id, total_cents, lk_order_status_id } = order
  const items = await ctx.sql<{ student_course_id: number | null; invoice_ind: boolean }>`
    select student_course_id, invoice_ind from checkout.order_item where order_id = ${order_id} order by order_item_id`
  if (total_cents !== 0 || items.length === 0 || items.some(({ invoice_ind }) => !invoice_ind))
    throw checkoutErrors.notOnInvoice()
  if (lk_order_status_id === orderStatus.Refunded) return
  await requireNotOnInvoice(ctx, organization_id, order_id)
  // Unscoped, because the buyer and the course may belong to a parent organization of the seller.
  const { unscoped } = ctx
  for (const { student_course_id } of items) {
    if (student_course_id === null) continue
    const { lk_student_course_status_id: statusId } = await lockStudentCourse(unscoped, student_course_id)
    if (isComplete(statusId)) throw checkoutErrors.courseCompleted()
    if (onlyIfNotStarted && statusId !== status.paidNotRegistered) throw checkoutErrors.courseStarted()
    await changeStatus(unscoped, student_course_id, status.refunded, 'payment', { note: reason })
  }
  await ctx.sql`
    update checkout.payment set lk_payment_status_id = ${paymentStatus.Voided}, updated_at = platform.now()
    where order_id = ${order_id}`
  await ctx.sql`
    update checkout.customer_order set lk_order_status_id = ${orderStatus.Refunded} where order_id = ${order_id}`
  await ctx.audit({
    action: 'order.undo-invoiced',
    subject: `order_id:${order_id}`,
    subject_user_id: user_id,
    before: { lk_order_status_id },
    after: { lk_order_status_id: orderStatus.Refunded, reason },
  })
}

/**
 * Throws alreadyOnInvoice. Locks the organization's invoice counter, so that a concurrent invoice is created after the
 * undoing.
 */
async function requireNotOnInvoice({ sql }: Ctx, organization_id: number, order_id: number): Promise<void> {
  await sql`
    insert into checkout.invoice_counter as c (organization_id, last_number) values (${organization_id}, 0)
    on conflict (organization_id) do update set last_number = c.last_number`
  const [line] = await sql<{ code: string; number: number }>`
    select o.code, v.number
    from checkout.invoice_line l
    join checkout.order_item i using (order_item_id)
    join checkout.invoice v on v.invoice_id = l.invoice_id
    join identity.v_organization o on o.organization_id = v.organization_id
    where i.order_id = ${order_id} and not l.void_ind limit 1`
  if (line) throw checkoutErrors.alreadyOnInvoice({ number: invoiceName(line) })
}
