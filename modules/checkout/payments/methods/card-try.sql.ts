import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { type CardOwner, listPaymentMethods } from './payment-profile.sql.ts'

/** The maximum number of cards that the gateway saves per customer. */
export const maxCards = 10
const maxAttemptsPerDay = 10

/**
 * Counts an attempt before the bank checks the card, serialized per person: unlimited attempts would reveal which
 * stolen cards work. Throws tooManyCards or tooManyCardTries.
 */
export async function countCardAttempt(ctx: Ctx, { user_id, organization_id }: CardOwner): Promise<void> {
  await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.card_try'), ${user_id})`
  const cards = await listPaymentMethods(ctx, user_id)
  if (cards.length >= maxCards) throw checkoutErrors.tooManyCards()
  const since = new Date(ctx.now.getTime() - 24 * 60 * 60_000)
  const [earliest] = await ctx.sql<{ at: Date }>`
    select at from checkout.card_try where user_id = ${user_id} and at > ${since}
    order by at desc offset ${maxAttemptsPerDay - 1} limit 1`
  if (earliest) throw checkoutErrors.tooManyCardTries(secondsInWindow(since, earliest.at))
  await ctx.sql`insert into checkout.card_try ${ctx.sql({ user_id, organization_id, at: ctx.now })}`
}
