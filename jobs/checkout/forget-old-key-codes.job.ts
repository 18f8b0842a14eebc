import { forgetOldKeyCodes } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Codes of authorization keys stay readable to their creator for a day. */
export const forgetOldKeyCodesJob = job({
  name: 'checkout.forget-old-key-codes',
  every: '10 * * * *',
  run: (ctx) => forgetOldKeyCodes(ctx),
})
