import { reportOutcomes as report } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Reports the outcome of payments to the captcha's provider, which learns from it. */
export const reportOutcomes = job({
  name: 'checkout.tell-outcomes',
  every: '*/5 * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await report(ctx)
  },
})
