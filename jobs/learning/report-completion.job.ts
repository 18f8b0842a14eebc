import { sendReport } from '#modules/learning/entry.ts'
import { reportOwed } from '#modules/learning/reporting/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Reports a completion to its agency, immediately if possible. */
export const reportCompletionJob = job({
  name: 'learning.report-completion',
  on: reportOwed,
  concurrency: 4,
  inSandbox: true,
  run: (ctx, { completion_report_id }, { signal }) => sendReport(ctx, completion_report_id, signal),
})
