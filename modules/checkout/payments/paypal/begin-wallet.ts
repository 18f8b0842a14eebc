import { lockCart } from '#modules/checkout/cart/cart.sql.ts'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { findOrderOfIntent, type Order } from '#modules/checkout/orders/order.sql.ts'
import { requireStillDue } from '#modules/checkout/orders/order-requirements.ts'
import { type PreparedOrder, requireSameCart } from '#modules/checkout/orders/prepare-cart-order.ts'
import { lockOpenOrder } from '#modules/checkout/orders/prepare-open-order.ts'
import { beginCharge } from '#modules/checkout/payments/begin-payment.ts'
import type { StartedPayment } from '#modules/checkout/payments/complete-payment.ts'
import type { PlaceWallet } from '#modules/checkout/payments/payment.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type Approval, cartFingerprint, findApproval, orderFingerprint } from './approval.sql.ts'

/**
 * Begins the capture of a wallet approval, in one transaction that locks the cart (or an order without a cart). Throws
 * notFound, walletNotApproved, and cartChanged for a cart that differs from the approved one.
 */
export async function beginWallet(ctx: Ctx, input: PlaceWallet): Promise<StartedPayment> {
  const { intent_id, wallet_order_id = null } = input
  const shopper = shopperOf(ctx, input.guest_id)
  const cart = await lockCart(ctx, shopper)
  const order = await findOrderOfIntent(ctx, intent_id, shopper)
  if (!order) throw errors.notFound()
  if (order.paid_at) return { step: 'paid', order_id: order.order_id }
  if (order.state) return { step: 'pending', order_id: order.order_id }
  const approval = await findApproval(ctx, order.order_id, wallet_order_id)
  if (!approval) throw checkoutErrors.walletNotApproved()
  const displayedCart = { intent_id, total: input.amount ?? approval.amount_cents / 100 }
  const preparedOrder: PreparedOrder =
    approval.cart_print === null
      ? await lockOpenOrder(ctx, { ...displayedCart, order_id: order.order_id })
      : {
          step: 'ready',
          order,
          priced: requireSameCart(ctx, { cart, priced: await priceCart(ctx, cart) }, displayedCart),
        }
  if (preparedOrder.step === 'ready') await requireApproved(ctx, order, approval, preparedOrder)
  return beginCharge(ctx, preparedOrder, { kind: 'wallet', ...approval })
}

/** Throws cartChanged unless cart and order are still as approved. */
async function requireApproved(ctx: Ctx, order: Order, approval: Approval, prepared: PreparedOrder): Promise<void> {
  const { amount_cents, cart_print } = approval
  if (order.total_cents !== amount_cents) throw checkoutErrors.cartChanged()
  await requireStillDue(ctx, order)
  if (prepared.step !== 'ready' || !prepared.priced) return
  const fingerprints = [await orderFingerprint(ctx, order.order_id), cartFingerprint(prepared.priced)]
  if (fingerprints.some((fingerprint) => fingerprint !== cart_print)) throw checkoutErrors.cartChanged()
}
