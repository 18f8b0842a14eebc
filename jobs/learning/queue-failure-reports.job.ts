import { queueFailureReports } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Records the reports of failed and unfinished courses, for agencies that require them. */
export const queueFailureReportsJob = job({
  name: 'learning.owe-failures',
  every: '15 * * * *',
  expireSeconds: 600,
  inSandbox: true,
  run: (ctx, _data, { signal }) => queueFailureReports(ctx, signal),
})
