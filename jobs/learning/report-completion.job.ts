import { reportOwed, sendReport } from '#modules/learning/index.ts'
import { job } from '#platform/queue/job.ts'

/** Reports a completion to its agency, immediately if possible. */
export const reportCompletionJob = job({
  name: 'learning.report-completion',
  on: reportOwed,
  concurrency: 4,
  run: (ctx, { completion_report_id }, { signal }) => sendReport(ctx, completion_report_id, signal),
})
