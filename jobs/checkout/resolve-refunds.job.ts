import { resolveRefunds as resolve } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Queries the gateway about refunds and voids without a response; never resends one. */
export const resolveRefunds = job({
  name: 'checkout.resolve-refunds',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await resolve(ctx)
  },
})
