import { sweepReports } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Reports that are due, however long their agency was away. */
export const sweepReportsJob = job({
  name: 'learning.sweep-reports',
  every: '* * * * *',
  expireSeconds: 600,
  run: (ctx, _data, { signal }) => sweepReports(ctx, signal),
})
