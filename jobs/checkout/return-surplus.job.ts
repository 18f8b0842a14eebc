import { refundSurplus } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Refunds captured payments that bought nothing. */
export const returnSurplusJob = job({
  name: 'checkout.return-surplus',
  every: '*/5 * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await refundSurplus(ctx)
  },
})
