import { deleteOldPromoAttempts } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Deletes wrong promo code attempts, which count for an hour. */
export const forgetOldPromoTriesJob = job({
  name: 'checkout.forget-old-promo-tries',
  every: '25 * * * *',
  run: (ctx) => deleteOldPromoAttempts(ctx),
})
