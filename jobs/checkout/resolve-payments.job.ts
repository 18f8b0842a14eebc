import { resolvePayments as resolve } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Queries the gateway about payments without a response; never charges. */
export const resolvePayments = job({
  name: 'checkout.resolve-payments',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await resolve(ctx)
  },
})
