import { checkoutErrors } from '#modules/checkout/errors.ts'
import { networkOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { userOf } from '#platform/permissions.ts'

/** Wrong codes within an hour. A classroom shares one network, and each of its students may mistype. */
const limits = { person: 10, network: 50 } as const

/**
 * Counts a code before it is compared, serialized by person, so that concurrent attempts are no cheaper than sequential
 * ones. Throws tooManyKeys. Commit it before comparing the code.
 */
export async function beginGuess(ctx: Ctx): Promise<number> {
  const { user_id, organization_id } = userOf(ctx)
  const network = networkOf(ctx.request.address)
  await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.authorization_key_try'), ${user_id})`
  await requireFewTries(ctx, user_id, network)
  const [row] = await ctx.sql<{ authorization_key_try_id: number }>`
    insert into checkout.authorization_key_try ${ctx.sql({ organization_id, user_id, network, at: ctx.now })}
    returning authorization_key_try_id`
  return row!.authorization_key_try_id
}

async function requireFewTries({ sql, now }: Ctx, user_id: number, network: string): Promise<void> {
  const since = new Date(now.getTime() - 60 * 60_000)
  const [reached] = await sql<{ at: Date }>`
    (select at from checkout.authorization_key_try where user_id = ${user_id} and at > ${since}
     order by at desc offset ${limits.person - 1} limit 1)
    union all
    (select at from checkout.authorization_key_try where network = ${network} and failed_ind and at > ${since}
     order by at desc offset ${limits.network - 1} limit 1)
    order by at desc limit 1`
  if (reached) throw checkoutErrors.tooManyKeys(secondsInWindow(since, reached.at))
}

export async function failGuess({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`update checkout.authorization_key_try set failed_ind = true where authorization_key_try_id = ${try_id}`
}

/** Forgets an attempt whose code was right or that revealed nothing. */
export async function forgetGuess({ sql }: Ctx, try_id: number): Promise<void> {
  await sql`delete from checkout.authorization_key_try where authorization_key_try_id = ${try_id}`
}
