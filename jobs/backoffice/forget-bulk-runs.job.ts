import { deleteOldBulkRuns } from '#modules/backoffice/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: deletes the row outcomes of a month ago. */
export const forgetBulkRuns = job({
  name: 'backoffice.forget-bulk-runs',
  every: '50 7 * * *',
  run: (ctx) => deleteOldBulkRuns(ctx),
})
