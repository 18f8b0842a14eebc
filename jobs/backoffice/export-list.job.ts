import { carryOutExport } from '#modules/backoffice/entry.ts'
import { exportRequested } from '#modules/backoffice/reports/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Exports a list that is too long to wait for. */
export const exportListJob = job({
  name: 'backoffice.export-list',
  on: exportRequested,
  userWaits: true,
  expireSeconds: 1_200,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }, { last }) => carryOutExport(ctx, task_id, { last }),
})
