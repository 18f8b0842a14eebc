import { tellOutcomes as tell } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Tells the captcha's provider what became of payments whose forms it has judged: it learns from that. */
export const tellOutcomes = job({
  name: 'checkout.tell-outcomes',
  every: '*/5 * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await tell(ctx)
  },
})
