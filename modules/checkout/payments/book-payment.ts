import { randomBytes } from 'node:crypto'
import { emptyCart } from '#modules/checkout/cart/empty-cart.ts'
import { cardOffered, orderPaid, paymentRefused } from '#modules/checkout/facts.ts'
import { orderStatus, paymentStatus, paymentType } from '#modules/checkout/lookups.shared.ts'
import { fulfill } from '#modules/checkout/orders/fulfill.ts'
import { type Order, selectOrder } from '#modules/checkout/orders/order.sql.ts'
import { needsFirstPassword } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { faultEvent } from '#platform/http/fault.ts'
import { type Attempt, type AttemptState, lockAttempt, reopenAttempt, updateAttempt } from './attempt.sql.ts'
import type { ChargeResult, Outcome } from './gateways/gateway.ts'
import { countPromoCodes, releasePromoCodes } from './promo-code-use.sql.ts'

export type BookedState = 'paid' | 'pending' | 'declined' | 'failed'

const stateByOutcome: Record<Outcome, AttemptState> = {
  approved: 'approved',
  declined: 'declined',
  error: 'failed',
  held: 'held',
  unknown: 'unknown',
}
const bookedStates: Record<AttemptState, BookedState> = {
  calling: 'pending',
  unknown: 'pending',
  held: 'pending',
  approved: 'paid',
  surplus: 'paid',
  declined: 'declined',
  failed: 'failed',
}
const isOpen = (state: AttemptState) => bookedStates[state] === 'pending'
const isRefused = (state: AttemptState) => state === 'declined' || state === 'failed'

/**
 * The last phase of a payment: records the gateway's result and its consequences in the caller's transaction.
 * Idempotent: a settled attempt does not change, however often and however late results arrive.
 */
export async function bookResult(ctx: Ctx, payment_attempt_id: number, result: ChargeResult): Promise<BookedState> {
  const attempt = await lockAttempt(ctx, payment_attempt_id)
  if (attempt.state === 'failed' && isOpen(stateByOutcome[result.outcome])) return reopenLost(ctx, attempt, result)
  const isLate = isRefused(attempt.state) && result.outcome === 'approved'
  if (!isOpen(attempt.state) && !isLate && !attempt.reopened_at) return bookedStates[attempt.state]
  const order = await selectOrder(ctx, attempt.order_id)
  // Money for an order that is already paid, or was rewritten for a later attempt, is recorded as surplus and refunded
  // by a job.
  const isSurplus = result.outcome === 'approved' && (isClosed(order) || (isLate && (await isOutdated(ctx, attempt))))
  const state = isSurplus ? 'surplus' : stateByOutcome[result.outcome]
  await updateAttempt(ctx, attempt, state, result)
  if (state === 'approved' && isLate) await countPromoCodes(ctx, order)
  if (state === 'approved') await bookPaid(ctx, order, { attempt, result })
  if (state === 'approved' && attempt.save_card_ind) await ctx.emit(cardOffered, { payment_attempt_id })
  if (state === 'unknown') ctx.log.warn(faultEvent, { cause: 'gateway', reason: result.reason.code })
  if (state === 'surplus') ctx.log.error('payment.surplus', new Error('captured twice'), { order_id: order.order_id })
  if (isRefused(state) && !isRefused(attempt.state)) await bookRefused(ctx, order, attempt, state)
  return bookedStates[state]
}

/**
 * An attempt was given up while its call was still running, and the call ended without a result: the money may have
 * been taken. The order waits for it again; if the order has moved on, the attempt's money can only be surplus, so it
 * stays given up but is still checked.
 */
async function reopenLost(ctx: Ctx, attempt: Attempt, result: ChargeResult): Promise<BookedState> {
  const order = await selectOrder(ctx, attempt.order_id)
  await reopenAttempt(ctx, attempt)
  if (isClosed(order) || (await isOutdated(ctx, attempt))) return 'pending'
  await updateAttempt(ctx, attempt, stateByOutcome[result.outcome], result)
  await countPromoCodes(ctx, order)
  return 'pending'
}

/** Paid, or canceled by staff while the payment was under way. */
const isClosed = ({ paid_at, lk_order_status_id }: Order): boolean =>
  paid_at !== null || lk_order_status_id === orderStatus.Cancelled

/**
 * Every attempt rewrites the order, and so does opening a wallet without an attempt: only the last one's money belongs
 * to the current order.
 */
async function isOutdated({ sql }: Ctx, { payment_attempt_id }: Attempt): Promise<boolean> {
  const outdated = await sql`
    select from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where a.payment_attempt_id = ${payment_attempt_id} and (o.rewritten_at > a.called_at or exists (
      select from checkout.payment_attempt later
      where later.order_id = a.order_id and later.payment_attempt_id > a.payment_attempt_id))`
  return outdated.length > 0
}

async function bookRefused(ctx: Ctx, { order_id, user_id }: Order, attempt: Attempt, state: string): Promise<void> {
  const { payment_attempt_id } = attempt
  await releasePromoCodes(ctx, order_id)
  // A buyer who saw the result on the page knows it; one who had to wait may have left.
  if (attempt.state !== 'calling') await ctx.emit(paymentRefused, { payment_attempt_id })
  await ctx.audit({ action: `payment.${state}`, subject: `order_id:${order_id}`, subject_user_id: user_id })
}

/** Books an order that costs nothing; there is no call and no attempt. `quiet`: the student gets no receipt. */
export const bookFree = (ctx: Ctx, order: Order, quiet = false): Promise<void> => bookPaid(ctx, order, null, quiet)

type CompletedCharge = { attempt: Attempt; result: ChargeResult }

async function bookPaid(ctx: Ctx, order: Order, charge: CompletedCharge | null, quiet = false): Promise<void> {
  const { order_id, organization_id, user_id, total_cents } = order
  const paymentUpdate = ctx.sql`
    insert into checkout.payment ${ctx.sql({
      order_id,
      organization_id,
      user_id,
      transaction_id: charge?.result.transaction_id ?? randomBytes(12).toString('base64url'),
      payment_attempt_id: charge?.attempt.payment_attempt_id ?? null,
      provider: charge?.attempt.provider ?? 'none',
      lk_payment_type_id: charge?.attempt.provider === 'paypal' ? paymentType.Wallet : paymentType.CreditCard,
      lk_payment_status_id: paymentStatus.Paid,
      total_cents: charge?.attempt.amount_cents ?? total_cents,
      last_4: charge?.result.last_4 ?? null,
      brand: charge?.result.brand ?? null,
    })}`
  const orderUpdate = ctx.sql`
    update checkout.customer_order
    set lk_order_status_id = ${orderStatus.Paid}, paid_at = platform.now()
    where order_id = ${order_id}`
  // One email has everything that the buyer needs next.
  const first_password = !quiet && (await needsFirstPassword(ctx, user_id, order.email))
  const options = { ...(first_password && { first_password: true as const }), ...(quiet && { quiet: true as const }) }
  const fact = ctx.emit(orderPaid, { order_id, ...options })
  const fulfillment = fulfill(ctx, order)
  await Promise.all([paymentUpdate, orderUpdate, fulfillment, emptyCart(ctx, order), fact])
  await ctx.audit({ action: 'payment.approved', subject: `order_id:${order_id}`, subject_user_id: user_id })
}
