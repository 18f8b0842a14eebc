import { saveOfferedCard } from '#modules/checkout/entry.ts'
import { cardOffered } from '#modules/checkout/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Saves the card of a payment at the buyer's request. */
export const saveCard = job<{ payment_attempt_id: number }>({
  name: 'checkout.save-card',
  on: [cardOffered],
  run: (ctx, { payment_attempt_id }) => saveOfferedCard(ctx, payment_attempt_id),
})
