import { compareDueSettlement } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Daily, after the banks have settled: compares the gateways' records with the books; hourly until it succeeds. */
export const compareSettlementJob = job({
  name: 'checkout.compare-settlement',
  every: '30 * * * *',
  expireSeconds: 3600,
  run: (ctx) => compareDueSettlement(ctx),
})
