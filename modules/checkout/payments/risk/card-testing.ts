import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countDeclines, type Declines, selectSecondsUntilAllowed } from './declines.sql.ts'
import { countPendingAttempts, lockSource } from './pending-attempts.sql.ts'

/** From these numbers on, everyone must pass the captcha with a higher score. */
const suspicionLimits: Declines = { of_intent: 2, of_account: 2, of_device: 2, of_address: 3, of_network: 10 }
/** From these numbers on, no further attempts are allowed that day. */
const blockLimits: Declines = { of_intent: 3, of_account: 5, of_device: 5, of_address: 10, of_network: 30 }

/** The longest duration of a call to the gateway, after which attempts in progress usually have a result. */
const maxCallSeconds = 60

const reachesAny = (declines: Declines, limits: Declines): boolean =>
  (Object.keys(limits) as (keyof Declines)[]).some((name) => declines[name] >= limits[name])

/** Whether the caller has more declines than a buyer with a wrong card. */
export async function looksLikeCardTesting(ctx: Ctx, intent_id: string | null): Promise<boolean> {
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
  return reachesAny(await countDeclines(ctx, { intent_id, user_id }), suspicionLimits)
}

/**
 * Limits the testing of stolen cards, which comes from many carts, accounts and addresses. Must be called in the
 * transaction that inserts the attempt. Attempts in progress count as declined, so that concurrent attempts can't
 * exceed the limits. Throws tooManyDeclines, or tooManyAtOnce if only attempts in progress exceed a limit, which may be
 * legitimate.
 */
export async function requireFewDeclines(ctx: Ctx, intent_id: string, user_id: number | null = null): Promise<void> {
  const buyer = { intent_id, user_id }
  // Sent together but executed in this order, so that the counts see everything committed before the lock was acquired.
  const [, declines, pendingAttempts] = await Promise.all([
    lockSource(ctx, user_id),
    countDeclines(ctx, buyer),
    countPendingAttempts(ctx, buyer),
  ])
  if (reachesAny(declines, blockLimits))
    throw checkoutErrors.tooManyDeclines(await selectSecondsUntilAllowed(ctx, buyer, blockLimits))
  if (reachesAny(addDeclines(declines, pendingAttempts), blockLimits))
    throw checkoutErrors.tooManyAtOnce(maxCallSeconds)
}

const addDeclines = (a: Declines, b: Declines): Declines => ({
  of_intent: a.of_intent + b.of_intent,
  of_account: a.of_account + b.of_account,
  of_device: a.of_device + b.of_device,
  of_address: a.of_address + b.of_address,
  of_network: a.of_network + b.of_network,
})
