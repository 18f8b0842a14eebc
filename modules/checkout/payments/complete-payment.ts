import { setTimeout as sleep } from 'node:timers/promises'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { type Order, selectOrder } from '#modules/checkout/orders/order.sql.ts'
import { completeSignIn, hasSignedIn } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { bookResult } from './book-payment.ts'
import { type ChargeCall, sendCharge } from './gateways/provider.ts'
import { paymentTexts } from './payment.texts.ts'

/** The state of an order after the first phase: paid or pending, or ready for one call to its provider. */
export type StartedPayment =
  | { step: 'paid'; order_id: number }
  | { step: 'pending'; order_id: number }
  | { step: 'charge'; order_id: number; payment_attempt_id: number; call: ChargeCall }

/**
 * The second and third phase of a payment, outside any transaction: calls the provider once, books its result and
 * returns the resulting order. Throws declined, failed, and paymentRunning.
 */
export async function completePayment(ctx: Ctx, attempt: StartedPayment) {
  const { order_id } = attempt
  if (attempt.step === 'paid') return paymentResponse(ctx, await selectOrder(ctx, order_id))
  if (attempt.step === 'pending') return paymentResponse(ctx, await waitFor(ctx, order_id))
  // The call is between two transactions: if the process dies, the attempt stays 'calling' and the resolver looks up
  // its result.
  const result = await sendCharge(ctx, attempt.call)
  const bookedState = await ctx.tx((inner) => bookResult(inner, attempt.payment_attempt_id, result))
  if (bookedState === 'declined') throw checkoutErrors.declined()
  if (bookedState === 'failed') throw checkoutErrors.failed()
  const order = await selectOrder(ctx, order_id)
  // The result came so late that the order has changed: its money is refunded as surplus.
  if (!order.paid_at && (bookedState === 'paid' || order.state === null)) throw checkoutErrors.paymentRunning()
  return paymentResponse(ctx, order)
}

/** How long a duplicate request waits for the first one's result, in milliseconds. */
const duplicateWaitMs = 5_000

async function waitFor(ctx: Ctx, order_id: number): Promise<Order> {
  const deadline = performance.now() + duplicateWaitMs
  let order = await selectOrder(ctx, order_id)
  while (order.state === 'calling' && performance.now() < deadline) {
    await sleep(100)
    order = await selectOrder(ctx, order_id)
  }
  return order
}

/**
 * The response for an order in its current state. Throws declined if a duplicate request waited for a payment that was
 * declined.
 */
export async function paymentResponse(ctx: Ctx, order: Order) {
  const { order_id, transaction_id, state } = order
  if (transaction_id === null && state === null) throw checkoutErrors.declined()
  if (transaction_id === null) {
    const message = localize(ctx.locale, paymentTexts.pending)
    return { pending: true, order_id, transactionResponse: null, token: null, message }
  }
  return {
    pending: false,
    order_id,
    transactionResponse: { transId: transaction_id },
    token: await signInBuyer(ctx, order),
    redirect: pathTo('/checkout/success/:transactionId', { transactionId: transaction_id }),
  }
}

const sameVisitMs = 30 * 60_000

/**
 * Signs in a guest who has just paid. The password is required instead if the payment is older, if the account now
 * requires a code, or if an earlier attempt created the account and it has been used since.
 */
async function signInBuyer(ctx: Ctx, { user_id, created_at, paid_at }: Order): Promise<string | null> {
  if (ctx.actor.kind !== 'anonymous' || !paid_at) return null
  const isRecent = (instant: Date) => ctx.now.getTime() - instant.getTime() <= sameVisitMs
  if (!isRecent(paid_at) || (!isRecent(created_at) && (await hasSignedIn(ctx, user_id)))) return null
  const { token, needs2fa } = await ctx.tx((inner) => completeSignIn(inner, user_id))
  return needs2fa ? null : token
}
