import { carryOutReport } from '#modules/backoffice/entry.ts'
import { reportRequested } from '#modules/backoffice/reports/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Makes a report that staff requested, or whose scheduled time has come. */
export const carryOutReportJob = job({
  name: 'backoffice.carry-out-report',
  on: reportRequested,
  userWaits: true,
  // A million rows take a minute or two on a small machine.
  expireSeconds: 1_200,
  concurrency: 1,
  retries: 4,
  run: (ctx, { report_run_id }, { signal, last }) => carryOutReport(ctx, report_run_id, { signal, last }),
})
