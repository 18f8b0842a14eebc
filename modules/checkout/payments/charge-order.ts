import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Order } from '#modules/checkout/orders/order.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Attempt, insertAttempt, type ProviderDetails } from './attempt.sql.ts'
import { bookFree } from './book-payment.ts'
import { chargeRequest } from './charge-request.ts'
import type { StartedPayment } from './complete-payment.ts'
import type { ChargeCall } from './gateways/provider.ts'
import { selectOwnCard } from './methods/payment-profile.sql.ts'
import { requireOffered } from './offered-methods.ts'
import type { CardToken } from './payment.schema.ts'
import { requireFewDeclines } from './risk/card-testing.ts'

/** The means of payment: a card's token, the person's own saved card, or an approval at the wallet. */
export type Method =
  | { kind: 'card'; card: CardToken }
  | { kind: 'saved'; payment_profile_id: number }
  | { kind: 'wallet'; attempt: string; wallet_order_id: string }

/**
 * Records that an order is about to be charged, in the caller's transaction and under the lock of its cart or itself;
 * `completePayment` then calls the provider. A zero-total order is booked immediately. Throws cardMissing, cardUnknown,
 * methodNotOffered, tooManyDeclines, tooManyAtOnce.
 */
export async function chargeOrder(ctx: Ctx, order: Order, method: Method | null): Promise<StartedPayment> {
  const { order_id, user_id, intent_id } = order
  if (order.total_cents === 0) {
    await bookFree(ctx, order)
    return { step: 'paid', order_id }
  }
  if (!method) throw checkoutErrors.cardMissing()
  await requireOffered(ctx, method.kind === 'wallet' ? 'paypal' : 'card')
  await requireFewDeclines(ctx, intent_id, user_id)
  const attempt = await insertAttempt(ctx, order, providerDetailsOf(method))
  await ctx.audit({ action: 'payment.begin', subject: `order_id:${order_id}`, subject_user_id: user_id })
  const call = await buildCall(ctx, order, method, attempt)
  return { step: 'charge', order_id, payment_attempt_id: attempt.payment_attempt_id, call }
}

function providerDetailsOf(method: Method): ProviderDetails {
  if (method.kind !== 'wallet') {
    return { provider: 'authorize_net', save_card_ind: method.kind === 'card' && Boolean(method.card.saveCard) }
  }
  const { attempt, wallet_order_id } = method
  return { provider: 'paypal', attempt, wallet_order_id }
}

async function buildCall(ctx: Ctx, order: Order, method: Method, { attempt }: Attempt): Promise<ChargeCall> {
  if (method.kind === 'wallet') {
    const { wallet_order_id } = method
    return { provider: 'paypal', capture: { attempt, wallet_order_id, amount_cents: order.total_cents } }
  }
  if (method.kind === 'saved') {
    const card = await selectOwnCard(ctx, order.user_id, method.payment_profile_id)
    return { provider: 'authorize_net', request: await chargeRequest(ctx, order, { attempt, card, holder: null }) }
  }
  const { dataDescriptor: descriptor, dataValue: value, ...holder } = method.card
  const card = { kind: 'opaque', descriptor, value } as const
  return { provider: 'authorize_net', request: await chargeRequest(ctx, order, { attempt, card, holder }) }
}
