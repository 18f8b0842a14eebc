import type { Ctx } from '../../../platform/ctx.ts'
import { operation } from '../../../platform/operation.ts'
import { id, optionalText, z } from '../../../platform/schema.ts'
import { type Person, selectPerson } from '../../identity/index.ts'
import { CartAnswer, shownCart } from '../cart/cart.schema.ts'
import { type Cart, lockCart, requireQuiet } from '../cart/cart.sql.ts'
import { guestId, shopperOf } from '../cart/guest.ts'
import { type PricedLine, priceCart } from '../cart/priced-cart.ts'
import { checkoutErrors } from '../errors.ts'
import { shopper } from '../permissions.ts'
import { type Customer, listPromoCodes, lockPromoCode, type PromoCode, requireUsable } from './promo.sql.ts'

export const applyCode = operation({
  call: 'GET /promocode/applyCode',
  summary: 'Applies a promo code to the cart, in the place of another one',
  may: shopper,
  takes: z.object({ code: optionalText(60), user_id: id().nullish(), guest_id: guestId().nullish() }),
  gives: CartAnswer,
  fails: [
    checkoutErrors.promoMissing,
    checkoutErrors.promoInvalid,
    checkoutErrors.promoUsed,
    checkoutErrors.paymentRunning,
  ],
  changes: true,
  // Guessing codes is slow work.
  rate: 'money',
  audit: 'promocode.apply',
  async run(ctx, { code, guest_id }) {
    if (code === '') throw checkoutErrors.promoMissing()
    const cart = await lockCart(ctx, shopperOf(ctx, guest_id))
    if (!cart) throw checkoutErrors.promoInvalid()
    await requireQuiet(ctx, cart)
    const { promo, line } = await fittingCode(ctx, cart, code.toUpperCase())
    await requireUsable(ctx, await lockPromoCode(ctx, promo.promo_code_id), await customerOf(ctx))
    await ctx.sql`update checkout.cart_item set promo_code_id = null where cart_id = ${cart.cart_id}`
    await ctx.sql`
      update checkout.cart_item set promo_code_id = ${promo.promo_code_id} where cart_item_id = ${line.cart_item_id}`
    return shownCart(cart, await priceCart(ctx, cart), ctx.locale)
  },
})

/** The code and the dearest item of its website. A code of another organization or website is an invalid one. */
async function fittingCode(ctx: Ctx, cart: Cart, code: string): Promise<{ promo: PromoCode; line: PricedLine }> {
  const { lines } = await priceCart(ctx, cart)
  const dearest = lines.filter((line) => !line.invoice_ind).toSorted((a, b) => b.price_cents - a.price_cents)
  for (const promo of await listPromoCodes(ctx, code)) {
    const line = dearest.find(({ website_id }) => promo.website_id === null || promo.website_id === website_id)
    if (line) return { promo, line }
  }
  throw checkoutErrors.promoInvalid()
}

async function customerOf(ctx: Ctx): Promise<Customer> {
  if (ctx.actor.kind !== 'user') return { user_id: null, email: null }
  const { user_id, email }: Person = await selectPerson(ctx, ctx.actor.user_id)
  return { user_id, email }
}
