import { checkoutErrors } from '#modules/checkout/errors.ts'
import { networkOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { userOf } from '#platform/permissions.ts'

/**
 * The maximum of wrong codes within an hour. The limit per network is higher, because a classroom of students shares
 * one.
 */
const limits = { person: 10, network: 50 } as const

/**
 * Records an attempt before its code is looked up, serialized per person, so that concurrent attempts can't exceed the
 * limit. Throws tooManyKeys. Must be committed before the code is looked up.
 */
export async function beginGuess(ctx: Ctx): Promise<number> {
  const { user_id, organization_id } = userOf(ctx)
  const network = networkOf(ctx.request.address)
  await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.authorization_key_try'), ${user_id})`
  await requireBelowLimit(ctx, user_id, network)
  const [row] = await ctx.sql<{ authorization_key_try_id: number }>`
    insert into checkout.authorization_key_try ${ctx.sql({ organization_id, user_id, network, at: ctx.now })}
    returning authorization_key_try_id`
  return row!.authorization_key_try_id
}

async function requireBelowLimit({ sql, now }: Ctx, user_id: number, network: string): Promise<void> {
  const since = new Date(now.getTime() - 60 * 60_000)
  const [limiting] = await sql<{ at: Date }>`
    (select at from checkout.authorization_key_try where user_id = ${user_id} and at > ${since}
     order by at desc offset ${limits.person - 1} limit 1)
    union all
    (select at from checkout.authorization_key_try where network = ${network} and failed_ind and at > ${since}
     order by at desc offset ${limits.network - 1} limit 1)
    order by at desc limit 1`
  if (limiting) throw checkoutErrors.tooManyKeys(secondsInWindow(since, limiting.at))
}

export async function failGuess({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`update checkout.authorization_key_try set failed_ind = true where authorization_key_try_id = ${try_id}`
}

/** Deletes an attempt that found a key or revealed nothing. */
export async function deleteGuess({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`delete from checkout.authorization_key_try where authorization_key_try_id = ${try_id}`
}
