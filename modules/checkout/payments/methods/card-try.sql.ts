import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { listPaymentMethods, type Owner } from './payment-profile.sql.ts'

/** The most cards that the gateway saves per customer. */
export const maxCards = 10
const triesADay = 10

/**
 * Counts a card before the bank checks it, serialized by person: unlimited attempts would reveal which stolen cards
 * work. Throws tooManyCards, tooManyCardTries.
 */
export async function beginCardTry(ctx: Ctx, { user_id, organization_id }: Owner): Promise<void> {
  await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.card_try'), ${user_id})`
  const cards = await listPaymentMethods(ctx, user_id)
  if (cards.length >= maxCards) throw checkoutErrors.tooManyCards()
  const since = new Date(ctx.now.getTime() - 24 * 60 * 60_000)
  const [earliest] = await ctx.sql<{ at: Date }>`
    select at from checkout.card_try where user_id = ${user_id} and at > ${since}
    order by at desc offset ${triesADay - 1} limit 1`
  if (earliest) throw checkoutErrors.tooManyCardTries(secondsInWindow(since, earliest.at))
  await ctx.sql`insert into checkout.card_try ${ctx.sql({ user_id, organization_id, at: ctx.now })}`
}
