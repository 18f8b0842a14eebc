import { paymentStatus } from '#modules/checkout/lookups.shared.ts'
import type { Provider } from '#modules/checkout/payments/gateways/provider.ts'
import type { StudentCourseStatus } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type PaidLine, splitByWeight } from './split-refund.shared.ts'

/**
 * A payment for refunds; `pending_cents` is reserved: sent and unconfirmed, or awaiting a second person
 * (`awaiting_cents`).
 */
export type Payment = {
  payment_id: number
  order_id: number
  organization_id: number
  user_id: number
  provider: Provider
  payment_attempt_id: number | null
  transaction_id: string
  lk_payment_status_id: number
  total_cents: number
  refund_cents: number
  pending_cents: number
  awaiting_cents: number
  first_name: string
  last_name: string
  email: string
  last_4: string | null
  brand: string | null
  created_at: Date
}

/** A payment of the caller's organizations. Throws notFound. */
export async function selectPayment({ sql, organization }: Ctx, payment_id: number): Promise<Payment> {
  const [payment] = await sql<Payment>`
    select p.payment_id, p.order_id, p.organization_id, p.user_id, p.provider, p.payment_attempt_id, p.transaction_id,
           p.lk_payment_status_id, p.total_cents, p.refund_cents, o.first_name, o.last_name, o.email, p.last_4, p.brand,
           p.created_at,
           held.pending_cents, held.awaiting_cents
    from checkout.payment p join checkout.customer_order o using (order_id)
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::integer as pending_cents,
             coalesce(sum(r.amount_cents) filter (where r.state = 'awaiting'), 0)::integer as awaiting_cents
      from checkout.refund_attempt r
      where r.payment_id = p.payment_id and r.state in ('awaiting', 'calling', 'unknown')) held
    where p.payment_id = ${payment_id} and p.organization_id = any(${sql.array(organization.scope)})`
  if (!payment) throw errors.notFound()
  return payment
}

/** Finds and locks a payment: everything that refunds a payment takes this lock first. Throws notFound. */
export async function lockPayment(ctx: Ctx, payment_id: number): Promise<Payment> {
  await ctx.sql`select 1 from checkout.payment where payment_id = ${payment_id} for no key update`
  return selectPayment(ctx, payment_id)
}

/** Whether the buyer's bank has taken or may take the money back: it must not be refunded a second time. */
export const isChargedBack = ({ lk_payment_status_id }: Payment): boolean =>
  lk_payment_status_id === paymentStatus.ChargedBack

/** Voided, refunded and zero payments have nothing to refund. */
export const isNotRefundable = ({ lk_payment_status_id, total_cents }: Payment): boolean =>
  total_cents === 0 || lk_payment_status_id === paymentStatus.Refunded || lk_payment_status_id === paymentStatus.Voided

export type Line = PaidLine & {
  name: string
  kind: 'course' | 'retake' | 'reinstatement' | 'fee'
  student_course_id: number | null
  /** The line whose bundle it belongs to. */
  bundled_order_item_id: number | null
  /** The status of the line's course. */
  lk_student_course_status_id: StudentCourseStatus | null
}

type Row = Omit<Line, 'paid_cents'> & { weight_cents: number }

/** The weight of line `i` in an order's total: everything that counts, before tax. */
export const lineWeight = (sql: Ctx['sql']) => sql`
  case when i.invoice_ind then 0 else i.price_cents + i.add_on_cents + i.shipping_cents - i.discount_cents end`

/**
 * The lines of a payment's order, each with its share of the capture: prices less discounts, plus its share of the tax.
 */
export async function listLines(ctx: Ctx, { order_id, total_cents }: Payment): Promise<Line[]> {
  const rows = await ctx.sql<Omit<Row, 'lk_student_course_status_id'>>`
    select i.order_item_id, i.name, i.kind, i.student_course_id, i.bundled_order_item_id,
           ${lineWeight(ctx.sql)} as weight_cents,
           i.refund_cents + coalesce(pending.cents, 0)::integer as returned_cents
    from checkout.order_item i
    left join lateral (
      select sum(l.amount_cents) as cents
      from checkout.refund_line l join checkout.refund_attempt r using (refund_attempt_id)
      where l.order_item_id = i.order_item_id and r.state in ('awaiting', 'calling', 'unknown')) pending on true
    where i.order_id = ${order_id}
    order by i.order_item_id`
  const paidShares = splitByWeight(
    total_cents,
    rows.map(({ weight_cents }) => weight_cents),
  )
  const statuses = await findStatuses(
    ctx,
    rows.flatMap(({ student_course_id }) => student_course_id ?? []),
  )
  return rows.map(({ weight_cents: _, ...row }, index) => ({
    ...row,
    paid_cents: paidShares[index]!,
    lk_student_course_status_id: statuses.get(row.student_course_id) ?? null,
  }))
}

type Status = { student_course_id: number; lk_student_course_status_id: StudentCourseStatus }

/** The buyer, and so the course, may belong to an organization above the seller, unlike the line. */
async function findStatuses(ctx: Ctx, ids: number[]): Promise<Map<number | null, StudentCourseStatus>> {
  const { sql } = ctx.unscoped
  const rows = await sql<Status>`
    select student_course_id, lk_student_course_status_id from learning.v_student_course
    where student_course_id = any(${sql.array(ids)})`
  return new Map(rows.map((row) => [row.student_course_id, row.lk_student_course_status_id]))
}
