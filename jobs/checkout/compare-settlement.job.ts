import { compareSettlement } from '../../modules/checkout/index.ts'
import { job } from '../../platform/queue/job.ts'

/** Every day, after the banks have settled: what the gateways did against what the books say. */
export const compareSettlementJob = job({
  name: 'checkout.compare-settlement',
  every: '30 9 * * *',
  expireSeconds: 3600,
  async run(ctx) {
    await compareSettlement(ctx)
  },
})
