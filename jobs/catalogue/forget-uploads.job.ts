import { deleteOldUploads } from '#modules/catalogue/entry.ts'
import { job } from '#platform/queue/job.ts'

export const forgetUploadsJob = job({
  name: 'catalogue.forget-uploads',
  every: '25 * * * *',
  run: (ctx) => deleteOldUploads(ctx),
})
