import { carryOutExport } from '#modules/backoffice/entry.ts'
import { exportAsked } from '#modules/backoffice/reports/facts.ts'
import { job } from '#platform/queue/job.ts'

/** A list that is too long to be exported while a person waits. */
export const exportListJob = job({
  name: 'backoffice.export-list',
  on: exportAsked,
  waitedFor: true,
  expireSeconds: 1_200,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }, { last }) => carryOutExport(ctx, task_id, { last }),
})
