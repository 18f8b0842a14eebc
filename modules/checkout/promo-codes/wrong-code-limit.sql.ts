import type { Cart } from '#modules/checkout/cart/cart.sql.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { networkOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'

/**
 * The maximum of wrong codes within an hour. The limit per network also covers new carts; it is higher because a
 * classroom shares a network.
 */
const limits = { cart: 10, network: 50 } as const

/**
 * Records an attempt before its code is looked up, serialized per cart, so that concurrent attempts can't exceed the
 * limit. Throws tooManyCodes. Must be committed before the code is looked up; the caller must hold no other lock.
 */
export async function beginAttempt({ sql, now, request }: Ctx, { cart_id, organization_id }: Cart): Promise<number> {
  const network = networkOf(request.address)
  await sql`select pg_advisory_xact_lock(hashtext('checkout.promo_code_try'), ${cart_id})`
  const since = new Date(now.getTime() - 60 * 60_000)
  const [limiting] = await sql<{ at: Date }>`
    (select at from checkout.promo_code_try where cart_id = ${cart_id} and at > ${since}
     order by at desc offset ${limits.cart - 1} limit 1)
    union all
    (select at from checkout.promo_code_try where network = ${network} and failed_ind and at > ${since}
     order by at desc offset ${limits.network - 1} limit 1)
    order by at desc limit 1`
  if (limiting) throw checkoutErrors.tooManyCodes(secondsInWindow(since, limiting.at))
  const [row] = await sql<{ promo_code_try_id: number }>`
    insert into checkout.promo_code_try ${sql({ organization_id, cart_id, network, at: now })}
    returning promo_code_try_id`
  return row!.promo_code_try_id
}

export async function failAttempt({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`update checkout.promo_code_try set failed_ind = true where promo_code_try_id = ${try_id}`
}

/** Deletes an attempt that found a code or revealed nothing. */
export async function deleteAttempt({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`delete from checkout.promo_code_try where promo_code_try_id = ${try_id}`
}

/** Deletes attempts that no longer count. For jobs. */
export async function deleteOldPromoAttempts({ sql }: Pick<Ctx, 'sql'>): Promise<void> {
  await sql`delete from checkout.promo_code_try where at < platform.now() - interval '1 hour'`
}
