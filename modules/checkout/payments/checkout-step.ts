import { type CartResponse, cartResponse } from '#modules/checkout/cart/cart.schema.ts'
import { findCart } from '#modules/checkout/cart/cart.sql.ts'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { type LostItem, listLostItems } from '#modules/checkout/cart/lost-items.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { findOrderOfIntent, type Order } from '#modules/checkout/orders/order.sql.ts'
import { agreementOf, linesToAgree, needsAddress, needsAge } from '#modules/checkout/orders/requirements.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { paymentResponse } from './complete-payment.ts'
import { type PaymentChoices, paymentChoices } from './payment-choices.ts'

/** The checkout page's data: the cart, its missing requirements, and the state of its payment. */
export type CheckoutStep = {
  cart: CartResponse
  /** Items in the cart that are no longer for sale. */
  lost: LostItem[]
  /** A payment for this cart awaits the gateway's result. */
  pending: boolean
  /** The buying student, `signed_in` or created by an earlier attempt; null for a visitor without one. */
  buyer: { first_name: string; last_name: string; email: string; signed_in: boolean } | null
  agreement: { needed: boolean; type: boolean; open: boolean; texts: { name: string; disclaimer: string }[] }
  needs_dob: boolean
  needs_address: boolean
} & PaymentChoices

/** The cart of the session or the guest_id with everything the page needs. */
export async function checkoutStep(ctx: Ctx, guest_id: string | null): Promise<CheckoutStep> {
  const shopper = shopperOf(ctx, guest_id)
  const cart = await findCart(ctx, shopper)
  const [priced, order, choices] = await Promise.all([
    priceCart(ctx, cart),
    cart ? findOrderOfIntent(ctx, cart.intent_id, shopper) : null,
    paymentChoices(ctx),
  ])
  const { lines } = priced
  const [person, lostItems] = await Promise.all([personOf(ctx, order), listLostItems(ctx, cart, priced)])
  const texts = linesToAgree(lines).map(({ course_name, disclaimer }) => ({ name: course_name, disclaimer }))
  return {
    cart: cartResponse(cart, priced, ctx.locale),
    lost: lostItems,
    pending: order !== null && order.state !== null && order.paid_at === null,
    buyer: person && buyerResponse(ctx, person),
    agreement: { ...agreementOf(lines), texts },
    needs_dob: needsAge(lines) && !person?.dob,
    needs_address: needsAddress(lines),
    ...choices,
  }
}

const buyerResponse = ({ actor }: Ctx, { first_name, last_name, email }: Person) => ({
  first_name,
  last_name,
  email,
  signed_in: actor.kind === 'user',
})

const personOf = async (ctx: Ctx, order: Order | null) => {
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : order?.user_id
  return user_id ? selectPerson(ctx, user_id) : null
}

/**
 * The result of a payment that was being confirmed: the receipt's transaction id (and a guest's session), or null while
 * it is unpaid. Only for the person who placed the order.
 */
export async function claimOrder(ctx: Ctx, intent_id: string, guest_id: string | null) {
  const order = await findOrderOfIntent(ctx, intent_id, shopperOf(ctx, guest_id))
  if (!order?.paid_at) return null
  const { transactionResponse, token } = await paymentResponse(ctx, order)
  return { transaction_id: transactionResponse!.transId, token }
}
