import { takeStorefrontOrder } from '#modules/checkout/entry.ts'
import { storefrontOrderChanged } from '#modules/checkout/facts.ts'
import { storefrontOrderKept } from '#modules/identity/facts.ts'
import { job } from '#platform/queue/job.ts'

/** What an order of a shop has bought is opened, and ended when it is given back. */
export const takeStorefrontOrderJob = job<{ storefront_order_id: number }>({
  name: 'checkout.take-storefront-order',
  on: [storefrontOrderKept, storefrontOrderChanged],
  waitedFor: true,
  run: (ctx, { storefront_order_id }) => takeStorefrontOrder(ctx, storefront_order_id),
})
