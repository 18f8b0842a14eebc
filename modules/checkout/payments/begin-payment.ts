import { checkoutErrors } from '#modules/checkout/errors.ts'
import { reservePromoCodes } from '#modules/checkout/orders/order.sql.ts'
import { type GuestBuyer, type PreparedOrder, prepareCartOrder } from '#modules/checkout/orders/prepare-cart-order.ts'
import { prepareOpenOrder } from '#modules/checkout/orders/prepare-open-order.ts'
import type { Ctx } from '#platform/ctx.ts'
import { chargeOrder, type Method } from './charge-order.ts'
import type { StartedPayment } from './complete-payment.ts'
import { requireOffered } from './offered-methods.ts'
import type { ProcessPayment } from './payment.schema.ts'

/** The first phase of a payment, in one transaction: everything is checked and recorded before money is requested. */
export async function beginPayment(ctx: Ctx, input: ProcessPayment, guest: GuestBuyer): Promise<StartedPayment> {
  const { order_id } = input
  const method = methodOf(input)
  const checkMethod = () => requirePaymentMethod(ctx, method)
  const prepared = await (order_id
    ? prepareOpenOrder(ctx, { ...input, order_id })
    : prepareCartOrder(ctx, input, { ...guest, checkPaymentMethod: checkMethod }))
  return beginCharge(ctx, prepared, method)
}

/**
 * Checks of the card that are possible before the order is written. Throws cardMissing, methodNotOffered, cardUnknown.
 */
async function requirePaymentMethod(ctx: Ctx, method: Method | null): Promise<void> {
  if (!method) throw checkoutErrors.cardMissing()
  await requireOffered(ctx, 'card')
  if (method.kind === 'saved' && ctx.actor.kind !== 'user') throw checkoutErrors.cardUnknown()
}

function methodOf({ creditCard, payment_profile_id }: ProcessPayment): Method | null {
  if (creditCard) return { kind: 'card', card: creditCard }
  return payment_profile_id ? { kind: 'saved', payment_profile_id } : null
}

/** Reserves the promo codes of a ready order, and its charge. */
export async function beginCharge(ctx: Ctx, prepared: PreparedOrder, method: Method | null): Promise<StartedPayment> {
  const { order } = prepared
  if (prepared.step !== 'ready') return { step: prepared.step, order_id: order.order_id }
  if (prepared.priced) await reservePromoCodes(ctx, order.order_id, prepared.priced, order)
  return chargeOrder(ctx, order, method)
}
