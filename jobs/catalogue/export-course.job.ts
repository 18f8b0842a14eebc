import { exportRequested } from '#modules/catalogue/archive/facts.ts'
import { runExport } from '#modules/catalogue/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Exports a course as one file. */
export const exportCourseJob = job({
  name: 'catalogue.export-course',
  on: exportRequested,
  userWaits: true,
  expireSeconds: 1_800,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }) => runExport(ctx, task_id),
})
