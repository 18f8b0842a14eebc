import type { PricedLine } from '#modules/checkout/cart/priced-cart.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Customer, isValidOn, listPromoCodes, type PromoCode } from './promo.sql.ts'

/**
 * Finds the code with this name and the most expensive cart item it is valid for. Returns null for codes of other
 * organizations or websites. `requireUsable` checks whether the code may still be used.
 */
export async function findApplicableCode(
  ctx: Ctx,
  lines: readonly PricedLine[],
  code: string,
): Promise<{ promo: PromoCode; line: PricedLine } | null> {
  const byPrice = lines
    .filter(({ item }) => !item.invoice_ind && !item.bundled)
    .toSorted((a, b) => b.price_cents - a.price_cents)
  for (const promo of await listPromoCodes(ctx, code)) {
    const line = byPrice.find((pricedLine) => isValidOn(promo, pricedLine))
    if (line) return { promo, line }
  }
  return null
}

/** The person who would use a code here. */
export async function customerOf(ctx: Ctx): Promise<Customer> {
  if (ctx.actor.kind !== 'user') return { user_id: null, email: null }
  const { user_id, email }: Person = await selectPerson(ctx, ctx.actor.user_id)
  return { user_id, email }
}
