import { deleteOldRates } from '#platform/http/rate.ts'
import { job } from '#platform/queue/job.ts'

/** Every hour: deletes callers that no rate limit needs anymore. */
export const forgetOldRatesJob = job({
  name: 'platform.forget-old-rates',
  every: '41 * * * *',
  run: async (ctx) => void (await deleteOldRates(ctx)),
})
