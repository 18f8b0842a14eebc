import { randomBytes } from 'node:crypto'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { BuyCart } from '#modules/checkout/orders/buy-cart.schema.ts'
import { type Order, reservePromoCodes } from '#modules/checkout/orders/order.sql.ts'
import { type GuestBuyer, hashBuyerPassword, prepareCartOrder } from '#modules/checkout/orders/prepare-cart-order.ts'
import { prepareOpenOrder } from '#modules/checkout/orders/prepare-open-order.ts'
import { beginCharge } from '#modules/checkout/payments/begin-payment.ts'
import { describeOrder, selectChargedOrder } from '#modules/checkout/payments/charge-request.ts'
import { countAsAccountProbe } from '#modules/checkout/payments/count-as-account-probe.ts'
import { requireWallet } from '#modules/checkout/payments/gateways/provider.ts'
import type { WalletRequest } from '#modules/checkout/payments/gateways/wallet.ts'
import { requireOffered } from '#modules/checkout/payments/offered-methods.ts'
import { releasePromoCodes } from '#modules/checkout/payments/promo-code-use.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { insertApproval, orderFingerprint } from './approval.sql.ts'

type PreparedApproval = { order: Order; request: WalletRequest; cart_print: string | null }

/**
 * Stores the order and opens it at the wallet for the buyer's approval. Returns the wallet's ids and the approval URL;
 * null if the order is already paid or costs nothing. No money moves. Throws the same errors as a card payment, and
 * failed if the wallet is unreachable.
 */
export async function openWallet(ctx: Ctx, input: BuyCart, options: { human: boolean }) {
  const wallet = requireWallet(ctx)
  const password_hash = await hashBuyerPassword(ctx, input)
  const begin = (beforeAccountLookup?: () => void) =>
    ctx.tx((inner) => prepare(inner, input, { password_hash, beforeAccountLookup: beforeAccountLookup }))
  const approval = await countAsAccountProbe(ctx, input, begin, options)
  if (!approval) return null
  const { order, request, cart_print } = approval
  const result = await wallet.open(request)
  if (result.outcome === 'failed') {
    ctx.log.warn('wallet.not_opened', { ...result.reason, order_id: order.order_id })
    throw checkoutErrors.failed()
  }
  const { wallet_order_id, approve_url } = result
  const { attempt, amount_cents } = request
  await ctx.tx((inner) => insertApproval(inner, order, { attempt, wallet_order_id, amount_cents, cart_print }))
  return { wallet_order_id, approve_url, order_id: order.order_id }
}

async function prepare(ctx: Ctx, input: BuyCart, guest: GuestBuyer): Promise<PreparedApproval | null> {
  await requireOffered(ctx, 'paypal')
  const { order_id } = input
  const prepared = await (order_id
    ? prepareOpenOrder(ctx, { ...input, order_id })
    : prepareCartOrder(ctx, input, guest))
  const { order } = prepared
  if (prepared.step === 'ready' && order.total_cents === 0) await beginCharge(ctx, prepared, null)
  if (prepared.step !== 'ready' || order.total_cents === 0) return null
  if (prepared.priced) {
    // The codes are only checked, not kept reserved: the buyer may take hours to approve.
    await reservePromoCodes(ctx, order.order_id, prepared.priced, order)
    await releasePromoCodes(ctx, order.order_id)
  }
  await ctx.audit({ action: 'payment.wallet', subject: `order_id:${order.order_id}`, subject_user_id: order.user_id })
  const cart_print = prepared.priced ? await orderFingerprint(ctx, order.order_id) : null
  return { order, request: await buildRequest(ctx, order), cart_print }
}

/** Builds the request for the buyer's approval, which returns to the visited site. */
async function buildRequest(ctx: Ctx, order: Order): Promise<WalletRequest> {
  const chargedOrder = await selectChargedOrder(ctx, order.order_id)
  const { shipping_cents, tax_cents } = chargedOrder
  const { total_cents: amount_cents, intent_id } = order
  const lines = chargedOrder.lines.map((line) => ({ ...line, quantity: 1 }))
  const gross_cents = lines.reduce((sum, { unit_cents }) => sum + unit_cents, shipping_cents + tax_cents)
  // An order without a cart returns to its own page.
  const orderQuery = order.cart_id === null ? `&order=${order.order_id}` : ''
  const return_url = `${ctx.request.origin}/checkout/paypal?intent=${intent_id}${orderQuery}`
  return {
    attempt: randomBytes(12).toString('base64url'),
    amount_cents,
    shipping_cents,
    tax_cents,
    discount_cents: gross_cents - amount_cents,
    lines,
    description: describeOrder(ctx, chargedOrder),
    brand_name: ctx.organization.name,
    locale: ctx.locale === 'es-es' ? 'es-ES' : 'en-US',
    return_url,
    cancel_url: `${return_url}&cancelled=1`,
  }
}
