import { expireRefundRequests as expire } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Expires refunds and voids that no one has reviewed within seven days; their amounts can be refunded again. */
export const expireRefundRequests = job({
  name: 'checkout.expire-refund-requests',
  every: '10 * * * *',
  async run(ctx) {
    await expire(ctx)
  },
})
