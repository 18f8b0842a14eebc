import { returnSurplus } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Refunds captures that bought nothing. */
export const returnSurplusJob = job({
  name: 'checkout.return-surplus',
  every: '*/5 * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await returnSurplus(ctx)
  },
})
