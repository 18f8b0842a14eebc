import { compareDueSettlement } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every day, after the banks have settled: what the gateways did against what the books say. Every hour until it went well. */
export const compareSettlementJob = job({
  name: 'checkout.compare-settlement',
  every: '30 * * * *',
  expireSeconds: 3600,
  run: (ctx) => compareDueSettlement(ctx),
})
