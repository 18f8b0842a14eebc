import { bulkRunRequested } from '#modules/backoffice/bulk/facts.ts'
import { processBulkRun } from '#modules/backoffice/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Runs a staff action on all matching rows of a list. */
export const carryOutBulkRunJob = job({
  name: 'backoffice.carry-out-bulk-run',
  on: bulkRunRequested,
  userWaits: true,
  expireSeconds: 600,
  concurrency: 1,
  retries: 4,
  run: (ctx, { bulk_run_id }, { last }) => processBulkRun(ctx, bulk_run_id, { last }),
})
