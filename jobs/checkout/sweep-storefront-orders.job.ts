import { sweepStorefrontOrders } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Handles shop orders that a job has missed, or whose course is on sale again. */
export const sweepStorefrontOrdersJob = job({
  name: 'checkout.sweep-storefront-orders',
  every: '*/10 * * * *',
  run: (ctx, _data, { signal }) => sweepStorefrontOrders(ctx, signal),
})
