import { importRequested } from '#modules/catalogue/archive/facts.ts'
import { endImport, runImport } from '#modules/catalogue/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Imports a course from one file. */
export const importCourseJob = job({
  name: 'catalogue.import-course',
  on: importRequested,
  userWaits: true,
  expireSeconds: 1_800,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }, { last }) => runImport(ctx, task_id, { last }),
  afterCrash: (ctx, { task_id }) => endImport(ctx, task_id),
})
