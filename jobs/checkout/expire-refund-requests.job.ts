import { expireRefundRequests as expire } from '../../modules/checkout/index.ts'
import { job } from '../../platform/queue/job.ts'

/** Drops refunds and voids that no one has decided about within seven days; their sums can be given back anew. */
export const expireRefundRequests = job({
  name: 'checkout.expire-refund-requests',
  every: '10 * * * *',
  async run(ctx) {
    await expire(ctx)
  },
})
