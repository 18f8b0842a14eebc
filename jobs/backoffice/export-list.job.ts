import { carryOutExport, exportAsked } from '#modules/backoffice/index.ts'
import { job } from '#platform/queue/job.ts'

/** Exports a list that is too long to wait for. */
export const exportListJob = job({
  name: 'backoffice.export-list',
  on: exportAsked,
  waitedFor: true,
  expireSeconds: 1_200,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }, { last }) => carryOutExport(ctx, task_id, { last }),
})
