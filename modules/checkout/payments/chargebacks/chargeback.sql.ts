import { createHash } from 'node:crypto'
import { orderStatus, paymentStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

export type ChargebackState = 'open' | 'won' | 'lost'
export type CoursesChoice = 'keep' | 'stop'

/** A case in which a bank or the wallet takes a payment back. */
export type Chargeback = {
  chargeback_id: number
  organization_id: number
  payment_id: number
  order_id: number
  user_id: number
  case_number: string
  origin: 'staff' | 'gateway'
  amount_cents: number
  reason: string
  received_on: string
  respond_by: string | null
  state: ChargebackState
  courses: CoursesChoice | null
  note: string
}

/** A version that changes with every decision, for detecting decisions made in the meantime. */
export const versionOf = ({ state, courses, note }: Pick<Chargeback, 'state' | 'courses' | 'note'>): string =>
  createHash('sha256')
    .update(JSON.stringify([state, courses, note]))
    .digest('hex')
    .slice(0, 16)

const chargebackColumns = (sql: Ctx['sql']) => sql`
  c.chargeback_id, c.organization_id, c.payment_id, p.order_id, p.user_id, c.case_number, c.origin, c.amount_cents,
  c.reason, c.received_on::text as received_on, c.respond_by::text as respond_by, c.state, c.courses, c.note`

export async function findCase(
  { sql }: Ctx,
  { payment_id, case_number }: Pick<Chargeback, 'payment_id' | 'case_number'>,
): Promise<Chargeback | null> {
  const [row] = await sql<Chargeback>`
    select ${chargebackColumns(sql)} from checkout.chargeback c join checkout.payment p using (payment_id)
    where c.payment_id = ${payment_id} and c.case_number = ${case_number}`
  return row ?? null
}

/** The amount of a locked payment that is not covered by an open or lost case. */
export async function selectChargeableAmount({ sql }: Ctx, payment_id: number): Promise<number> {
  const [payment] = await sql<{ cents: number }>`
    select (p.total_cents - coalesce(sum(c.amount_cents) filter (where c.state <> 'won'), 0))::integer as cents
    from checkout.payment p left join checkout.chargeback c using (payment_id)
    where p.payment_id = ${payment_id} group by p.payment_id`
  return payment!.cents
}

/** Locks a chargeback of the caller's organizations, after its payment, as for all money movements. Throws notFound. */
export async function lockChargeback({ sql, organization }: Ctx, chargeback_id: number): Promise<Chargeback> {
  const scope = sql.array(organization.scope)
  await sql`
    select 1 from checkout.payment p join checkout.chargeback c using (payment_id)
    where c.chargeback_id = ${chargeback_id} and c.organization_id = any(${scope}) for no key update of p`
  const [row] = await sql<Chargeback>`
    select ${chargebackColumns(sql)} from checkout.chargeback c join checkout.payment p using (payment_id)
    where c.chargeback_id = ${chargeback_id} and c.organization_id = any(${scope}) for no key update of c`
  if (!row) throw errors.notFound()
  return row
}

type PaymentFacts = { charged_back: boolean; voided: boolean; remaining_cents: number; refunded_cents: number }

function currentStatus({ charged_back, voided, remaining_cents, refunded_cents }: PaymentFacts): number {
  if (charged_back) return paymentStatus.ChargedBack
  if (voided) return paymentStatus.Voided
  if (remaining_cents === 0) return paymentStatus.Refunded
  return refunded_cents > 0 ? paymentStatus.PartlyRefunded : paymentStatus.Paid
}

function orderStatusOf(payment_status: number): number {
  if (payment_status === paymentStatus.ChargedBack) return orderStatus.ChargedBack
  const isReturned = payment_status === paymentStatus.Voided || payment_status === paymentStatus.Refunded
  return isReturned ? orderStatus.Refunded : orderStatus.Paid
}

/** Sets payment and order to charged back while a case is open or lost, otherwise to the status of their refunds. */
export async function updatePaymentStatus({ sql }: Ctx, payment_id: number): Promise<void> {
  const [payment] = await sql<PaymentFacts & { order_id: number }>`
    select p.order_id, p.total_cents - p.refund_cents as remaining_cents, p.refund_cents as refunded_cents,
           exists (select from checkout.chargeback c
                   where c.payment_id = p.payment_id and c.state <> 'won') as charged_back,
           exists (select from checkout.refund_attempt r
                   where r.payment_id = p.payment_id and r.way = 'void' and r.state = 'approved') as voided
    from checkout.payment p where p.payment_id = ${payment_id}`
  const { order_id } = payment!
  const payment_status = currentStatus(payment!)
  const order_status = orderStatusOf(payment_status)
  await sql`
    update checkout.payment set lk_payment_status_id = ${payment_status}, updated_at = platform.now()
    where payment_id = ${payment_id} and lk_payment_status_id <> ${payment_status}`
  await sql`
    update checkout.customer_order set lk_order_status_id = ${order_status}
    where order_id = ${order_id} and lk_order_status_id <> ${order_status}`
}
