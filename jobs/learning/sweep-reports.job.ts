import { sweepReports } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Sends reports that are due, however long their agency was unavailable. */
export const sweepReportsJob = job({
  name: 'learning.sweep-reports',
  every: '* * * * *',
  expireSeconds: 600,
  inSandbox: true,
  run: (ctx, _data, { signal }) => sweepReports(ctx, signal),
})
