import { orderStatus, paymentStatus } from '#modules/checkout/lookups.shared.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'

type LedgerEntry = { transaction_id: string; amount_cents: number }
/**
 * A gateway's records: captures, refunds, and voided transactions (`voids`). A voided capture may be in both lists, and
 * an old one in neither. Entries before `since` or after `until` may be missing.
 */
export type GatewayLedger = {
  /** The provider; the card gateway by default. */
  provider?: 'authorize_net' | 'paypal'
  captures: readonly LedgerEntry[]
  refunds?: readonly LedgerEntry[]
  voids?: readonly Pick<LedgerEntry, 'transaction_id'>[]
  since?: Date
  until?: Date
}

const entryKey = ({ transaction_id, amount_cents }: LedgerEntry) => `${transaction_id} of ${amount_cents} cents`
/** The keys of the entries that are missing from the other list. */
const listMissingKeys = (entries: readonly LedgerEntry[], others: readonly LedgerEntry[]): string[] => {
  const otherKeys = new Set(others.map(entryKey))
  return [...new Set(entries.map(entryKey))].filter((id) => !otherKeys.has(id))
}

/** I1: a capture is exactly one payment of the same amount, or a refunded surplus. */
export async function checkCaptures(sql: Sql, ledger: GatewayLedger): Promise<string[]> {
  const { provider = 'authorize_net', captures, voids = [] } = ledger
  const bookedCaptures = await sql<LedgerEntry & { expected: boolean }>`
    select p.transaction_id, p.total_cents as amount_cents,
           p.lk_payment_status_id <> ${paymentStatus.Voided} and ${isInPeriod(sql, ledger, sql`a.called_at`)} as expected
    from checkout.payment p join checkout.payment_attempt a using (payment_attempt_id)
    where p.provider = ${provider}
    union all
    select a.transaction_id, a.amount_cents, false
    from checkout.payment_attempt a
    where a.state = 'surplus' and a.provider = ${provider} and exists (
      select from checkout.refund_attempt r
      where r.payment_attempt_id = a.payment_attempt_id and r.payment_id is null and r.state = 'approved')`
  const voided = new Set(voids.map(({ transaction_id }) => transaction_id))
  const expectedPayments = bookedCaptures.filter(
    ({ expected, transaction_id }) => expected && !voided.has(transaction_id),
  )
  return [
    ...listMissingKeys(captures, bookedCaptures).map((id) => `I1: capture ${id} has no payment`),
    ...listMissingKeys(expectedPayments, captures).map((id) => `I1: payment ${id} was never captured`),
    ...(new Set(captures.map(entryKey)).size === captures.length ? [] : ['I1: the gateway lists a capture twice']),
  ]
}

const isInPeriod = (sql: Sql, { since, until }: GatewayLedger, reportedAt: Fragment) =>
  sql`${reportedAt} between ${since ?? new Date(0)} and ${until ?? new Date('9999-12-31')}`

/** I2: the gateway's refunds and voids match the booked ones. */
export async function checkRefunds(sql: Sql, ledger: GatewayLedger): Promise<string[]> {
  const { provider = 'authorize_net', captures, refunds, voids } = ledger
  if (!refunds || !voids) return []
  const bookedReversals = await sql<LedgerEntry & { expected: boolean; way: 'refund' | 'void' }>`
    select r.transaction_id, r.amount_cents, r.way, ${isInPeriod(sql, ledger, sql`r.called_at`)} as expected
    from checkout.refund_attempt r join checkout.payment_attempt a using (payment_attempt_id)
    where r.state = 'approved' and a.provider = ${provider}`
  const bookedRefunds = bookedReversals.filter(({ way }) => way === 'refund')
  const bookedVoids = bookedReversals.filter(({ way }) => way === 'void')
  const voidedIds = new Set(voids.map(({ transaction_id }) => transaction_id))
  // Refunds that the gateway canceled are listed as voids.
  const gatewayRefunds = refunds.filter(({ transaction_id }) => !voidedIds.has(transaction_id))
  const bookedIds = new Set(bookedReversals.map(({ transaction_id }) => transaction_id))
  const capturedIds = new Set(captures.map(({ transaction_id }) => transaction_id))
  return [
    ...listMissingKeys(gatewayRefunds, bookedRefunds).map((id) => `I2: the refund ${id} is not booked`),
    ...listMissingKeys(
      bookedRefunds.filter(({ expected }) => expected),
      gatewayRefunds,
    ).map((id) => `I2: the booked refund ${id} was never made`),
    ...bookedVoids
      .filter(({ transaction_id }) => capturedIds.has(transaction_id) && !voidedIds.has(transaction_id))
      .map(({ transaction_id }) => `I2: the booked void of ${transaction_id} was never made`),
    ...(await listCapturedIds(sql, [...voidedIds]))
      .filter((id) => !bookedIds.has(id))
      .map((id) => `I2: the capture ${id} was voided but is booked as paid`),
  ]
}

async function listCapturedIds(sql: Sql, ids: string[]): Promise<string[]> {
  const rows = await sql<{ transaction_id: string }>`
    select transaction_id from checkout.payment_attempt
    where state in ('approved', 'surplus') and transaction_id = any(${sql.array(ids)}::text[])`
  return rows.map(({ transaction_id }) => transaction_id)
}

/** I2: a payment's refunded amount matches its refunds and its lines, and never exceeds the capture. */
export async function checkRefundedAmounts(sql: Sql): Promise<string[]> {
  const payments = await sql<{ payment_id: number }>`
    select p.payment_id
    from checkout.payment p
    left join lateral (
      select coalesce(sum(r.amount_cents) filter (where r.way = 'refund'), 0) as refunded,
             count(*) filter (where r.way = 'void') as voids
      from checkout.refund_attempt r where r.payment_id = p.payment_id and r.state = 'approved') r on true
    where p.refund_cents <> r.refunded or p.refund_cents > p.total_cents or r.voids > 1
       -- Zero payments (enrollments on invoice) are voided without a gateway.
       or (p.lk_payment_status_id = ${paymentStatus.Voided} and p.total_cents > 0) <> (r.voids = 1)
       or (p.lk_payment_status_id = ${paymentStatus.ChargedBack}) <> exists (
         select from checkout.chargeback c where c.payment_id = p.payment_id and c.state <> 'won')
       -- A charged-back payment has that status, even if it was refunded before.
       or (p.lk_payment_status_id = ${paymentStatus.Refunded})
          <> (p.total_cents > 0 and p.refund_cents = p.total_cents)
          and p.lk_payment_status_id <> ${paymentStatus.ChargedBack}
       or (p.lk_payment_status_id = ${paymentStatus.PartlyRefunded})
          <> (p.refund_cents > 0 and p.refund_cents < p.total_cents)
          and p.lk_payment_status_id <> ${paymentStatus.ChargedBack}`
  const attempts = await sql<{ refund_attempt_id: number }>`
    select r.refund_attempt_id from checkout.refund_attempt r
    left join checkout.refund_line l using (refund_attempt_id)
    where r.payment_id is not null
    group by r.refund_attempt_id having coalesce(sum(l.amount_cents), 0) <> r.amount_cents`
  const lines = await sql<{ order_item_id: number }>`
    select i.order_item_id from checkout.order_item i
    left join checkout.v_refunded_line l using (order_item_id)
    group by i.order_item_id having coalesce(sum(l.amount_cents), 0) <> i.refund_cents`
  return [
    ...payments.map(({ payment_id }) => `I2: payment ${payment_id} does not match its refunds`),
    ...attempts.map(({ refund_attempt_id }) => `I2: the lines of refund ${refund_attempt_id} do not add up`),
    ...lines.map(({ order_item_id }) => `I2: item ${order_item_id} does not match its refunds`),
  ]
}

/** An order's amounts are the sums of its lines; a paid order has a payment of its total, or a total of zero. */
export async function checkOrders(sql: Sql): Promise<string[]> {
  const sums = await sql<{ order_id: number }>`
    select o.order_id
    from checkout.customer_order o join checkout.order_item i using (order_id)
    group by o.order_id
    having o.subtotal_cents <> coalesce(sum(i.price_cents) filter (where not i.invoice_ind), 0)
        or o.add_on_cents <> coalesce(sum(i.add_on_cents) filter (where not i.invoice_ind), 0)
        or o.shipping_cents <> coalesce(sum(i.shipping_cents) filter (where not i.invoice_ind), 0)
        or o.discount_cents <> sum(i.discount_cents)`
  const payments = await sql<{ order_id: number }>`
    select o.order_id
    from checkout.customer_order o left join checkout.payment p using (order_id)
    where (o.paid_at is not null and o.total_cents > 0 and p.total_cents is distinct from o.total_cents)
       or (o.paid_at is null and p.payment_id is not null)
       or (o.lk_order_status_id = ${orderStatus.Refunded})
          <> coalesce(p.lk_payment_status_id in (${paymentStatus.Refunded}, ${paymentStatus.Voided}), false)
       or (o.lk_order_status_id = ${orderStatus.ChargedBack})
          <> coalesce(p.lk_payment_status_id = ${paymentStatus.ChargedBack}, false)`
  return [
    ...sums.map(({ order_id }) => `sums: order ${order_id} is not the sum of its lines`),
    ...payments.map(({ order_id }) => `sums: order ${order_id} does not match its payment`),
  ]
}
