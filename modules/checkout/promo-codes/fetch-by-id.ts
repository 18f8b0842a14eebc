import { findCart } from '#modules/checkout/cart/cart.sql.ts'
import { discountOf } from '#modules/checkout/cart/cart-total.shared.ts'
import { guestId, shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'

/** Returns only codes in the caller's cart: anyone could read all codes by guessing ids otherwise. */
export const fetchById = operation({
  call: 'GET /promocode/fetchById',
  summary: "A promo code in the caller's own cart",
  may: shopper,
  takes: z.object({ promo_code_id: id(), guest_id: guestId().nullish() }),
  gives: z.object({
    promoCode: z.object({
      promo_code_id: z.int(),
      code: z.string(),
      website_id: z.int().nullable(),
      dollar_amount_off: z.number(),
    }),
  }),
  async run(ctx, { promo_code_id, guest_id }) {
    const { lines } = await priceCart(ctx, await findCart(ctx, shopperOf(ctx, guest_id)))
    const line = lines.find((line) => line.promo_code_id === promo_code_id)
    if (!line) throw errors.notFound()
    const { code, website_id, item } = line
    return { promoCode: { promo_code_id, code: code!, website_id, dollar_amount_off: toDollars(discountOf(item)) } }
  },
})
