import type { Cart } from '#modules/checkout/cart/cart.sql.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { networkOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'

/** Wrong codes within an hour. New carts don't help: they share one network. So does a classroom. */
const limits = { cart: 10, network: 50 } as const

/**
 * Counts a code before it is compared, serialized by cart, so that concurrent attempts are no cheaper than sequential
 * ones. Throws tooManyCodes. Commit it before comparing the code; the caller must hold no other lock.
 */
export async function beginTry({ sql, now, request }: Ctx, { cart_id, organization_id }: Cart): Promise<number> {
  const network = networkOf(request.address)
  await sql`select pg_advisory_xact_lock(hashtext('checkout.promo_code_try'), ${cart_id})`
  const since = new Date(now.getTime() - 60 * 60_000)
  const [reached] = await sql<{ at: Date }>`
    (select at from checkout.promo_code_try where cart_id = ${cart_id} and at > ${since}
     order by at desc offset ${limits.cart - 1} limit 1)
    union all
    (select at from checkout.promo_code_try where network = ${network} and failed_ind and at > ${since}
     order by at desc offset ${limits.network - 1} limit 1)
    order by at desc limit 1`
  if (reached) throw checkoutErrors.tooManyCodes(secondsInWindow(since, reached.at))
  const [row] = await sql<{ promo_code_try_id: number }>`
    insert into checkout.promo_code_try ${sql({ organization_id, cart_id, network, at: now })}
    returning promo_code_try_id`
  return row!.promo_code_try_id
}

export async function failTry({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`update checkout.promo_code_try set failed_ind = true where promo_code_try_id = ${try_id}`
}

/** Forgets an attempt whose code exists or that revealed nothing. */
export async function forgetTry({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`delete from checkout.promo_code_try where promo_code_try_id = ${try_id}`
}

/** Deletes attempts that no longer count; for a job. */
export async function forgetOldPromoTries({ sql }: Pick<Ctx, 'sql'>): Promise<void> {
  await sql`delete from checkout.promo_code_try where at < platform.now() - interval '1 hour'`
}
