import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countDeclines, type Declines, findSecondsDeclined } from './declines.sql.ts'
import { countPendingAttempts, lockSource } from './pending-attempts.sql.ts'

/** From these numbers on everyone needs the captcha, with a higher score. */
const suspicious: Declines = { of_intent: 2, of_account: 2, of_device: 2, of_address: 3, of_network: 10 }
/** From these numbers on no further attempts are allowed that day. */
const stopped: Declines = { of_intent: 3, of_account: 5, of_device: 5, of_address: 10, of_network: 30 }

/** Seconds within which a call to the gateway ends. The time until an attempt without a result settles is unknown. */
const maxCall = 60

const reaches = (declines: Declines, limits: Declines): boolean =>
  (Object.keys(limits) as (keyof Declines)[]).some((name) => declines[name] >= limits[name])

/** Whether the caller has more declines than a buyer with a wrong card. */
export async function looksLikeCardTesting(ctx: Ctx, intent_id: string | null): Promise<boolean> {
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
  return reaches(await countDeclines(ctx, { intent_id, user_id }), suspicious)
}

/**
 * Checked in the transaction that writes an attempt: stolen cards are tested in checkouts, from many carts, accounts
 * and addresses. Attempts in progress count as declined, so that a burst gets no further than single attempts. Throws
 * tooManyDeclines; tooManyAtOnce if only attempts in progress exceed the limit, which may be legitimate.
 */
export async function requireFewDeclines(ctx: Ctx, intent_id: string, user_id: number | null = null): Promise<void> {
  const buyer = { intent_id, user_id }
  // Sent together and run in this order: both counts see everything written before the lock was released.
  const [, declines, pendingAttempts] = await Promise.all([
    lockSource(ctx, user_id),
    countDeclines(ctx, buyer),
    countPendingAttempts(ctx, buyer),
  ])
  if (reaches(declines, stopped)) throw checkoutErrors.tooManyDeclines(await findSecondsDeclined(ctx, buyer, stopped))
  if (reaches(sumOf(declines, pendingAttempts), stopped)) throw checkoutErrors.tooManyAtOnce(maxCall)
}

const sumOf = (a: Declines, b: Declines): Declines => ({
  of_intent: a.of_intent + b.of_intent,
  of_account: a.of_account + b.of_account,
  of_device: a.of_device + b.of_device,
  of_address: a.of_address + b.of_address,
  of_network: a.of_network + b.of_network,
})
