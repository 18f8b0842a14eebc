import { receiveStorefrontOrder } from '#modules/checkout/entry.ts'
import { storefrontOrderChanged } from '#modules/checkout/facts.ts'
import { storefrontOrderStored } from '#modules/identity/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Opens the courses of a shop order, and ends returned ones. */
export const receiveStorefrontOrderJob = job<{ storefront_order_id: number }>({
  name: 'checkout.take-storefront-order',
  on: [storefrontOrderStored, storefrontOrderChanged],
  userWaits: true,
  run: (ctx, { storefront_order_id }) => receiveStorefrontOrder(ctx, storefront_order_id),
})
