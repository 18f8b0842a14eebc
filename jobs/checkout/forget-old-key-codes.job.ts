import { deleteOldKeyCodes } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Deletes the codes of authorization keys a day after their creation. */
export const forgetOldKeyCodesJob = job({
  name: 'checkout.forget-old-key-codes',
  every: '10 * * * *',
  run: (ctx) => deleteOldKeyCodes(ctx),
})
