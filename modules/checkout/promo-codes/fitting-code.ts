import type { PricedLine } from '#modules/checkout/cart/priced-cart.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Customer, holdsOn, listPromoCodes, type PromoCode } from './promo.sql.ts'

/**
 * The code under this name and the dearest item of its website, or null: a code of another organization or website fits
 * nothing. Whether it may still be used is another question (`requireUsable`).
 */
export async function findFitting(
  ctx: Ctx,
  lines: readonly PricedLine[],
  code: string,
): Promise<{ promo: PromoCode; line: PricedLine } | null> {
  const dearest = lines
    .filter(({ item }) => !item.invoice_ind && !item.bundled)
    .toSorted((a, b) => b.price_cents - a.price_cents)
  for (const promo of await listPromoCodes(ctx, code)) {
    const line = dearest.find((one) => holdsOn(promo, one))
    if (line) return { promo, line }
  }
  return null
}

/** Who would use a code here. */
export async function customerOf(ctx: Ctx): Promise<Customer> {
  if (ctx.actor.kind !== 'user') return { user_id: null, email: null }
  const { user_id, email }: Person = await selectPerson(ctx, ctx.actor.user_id)
  return { user_id, email }
}
