import { CartResponse, cartResponse } from '#modules/checkout/cart/cart.schema.ts'
import { findCart, lockCart, requireNoRunningPayment } from '#modules/checkout/cart/cart.sql.ts'
import { guestId, type Shopper, shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { money } from '#modules/checkout/rates.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { customerOf, findApplicableCode } from './applicable-code.ts'
import { lockPromoCode, requireUsable } from './promo.sql.ts'
import { beginAttempt, deleteAttempt, failAttempt } from './wrong-code-limit.sql.ts'

export const applyCode = operation({
  call: 'GET /promocode/applyCode',
  summary: 'Applies a promo code to the cart, replacing any other code',
  may: shopper,
  takes: z.object({ code: optionalText(60), user_id: id().nullish(), guest_id: guestId().nullish() }),
  gives: CartResponse,
  fails: [
    checkoutErrors.promoMissing,
    checkoutErrors.promoInvalid,
    checkoutErrors.promoUsed,
    checkoutErrors.tooManyCodes,
    checkoutErrors.paymentRunning,
  ],
  changes: true,
  transaction: { own: 'a wrong code must stay counted' },
  rate: money,
  async run(ctx, { code, guest_id }) {
    if (code === '') throw checkoutErrors.promoMissing()
    const owner = shopperOf(ctx, guest_id)
    const cart = await findCart(ctx, owner)
    if (!cart) throw checkoutErrors.promoInvalid()
    const try_id = await ctx.tx((inner) => beginAttempt(inner, cart))
    return ctx
      .tx(async (inner) => {
        const result = await applyToCart(inner, owner, code.toUpperCase())
        await deleteAttempt(inner, try_id)
        await inner.audit({ action: 'promocode.apply', subject: `cart_id:${cart.cart_id}` })
        return result
      })
      .catch((error) => recordFailure(ctx, try_id, error))
  },
})

/** Applies the code to the item that it is valid for, replacing any other code. */
async function applyToCart(ctx: Ctx, owner: Shopper | null, code: string): Promise<CartResponse> {
  const cart = await lockCart(ctx, owner)
  if (!cart) throw checkoutErrors.promoInvalid()
  await requireNoRunningPayment(ctx, cart)
  const match = await findApplicableCode(ctx, (await priceCart(ctx, cart)).lines, code)
  if (!match) throw checkoutErrors.promoInvalid()
  const { promo, line } = match
  await requireUsable(ctx, await lockPromoCode(ctx, promo.promo_code_id), await customerOf(ctx))
  await ctx.sql`update checkout.cart_item set promo_code_id = null where cart_id = ${cart.cart_id}`
  await ctx.sql`
    update checkout.cart_item set promo_code_id = ${promo.promo_code_id} where cart_item_id = ${line.cart_item_id}`
  return cartResponse(cart, await priceCart(ctx, cart), ctx.locale)
}

/** Counts only invalid codes as wrong guesses; other refusals reveal nothing useful for guessing. */
async function recordFailure(ctx: Ctx, try_id: number, error: unknown): Promise<never> {
  const isInvalidCode = error instanceof Refusal && error.kind.code === checkoutErrors.promoInvalid.code
  await ctx.tx((inner) => (isInvalidCode ? failAttempt(inner, try_id) : deleteAttempt(inner, try_id)))
  throw error
}
