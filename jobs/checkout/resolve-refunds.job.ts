import { resolveRefunds as resolve } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Asks the gateway about refunds and voids without an answer; never sends one again. */
export const resolveRefunds = job({
  name: 'checkout.resolve-refunds',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await resolve(ctx)
  },
})
