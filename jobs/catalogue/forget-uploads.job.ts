import { forgetUploads } from '#modules/catalogue/index.ts'
import { job } from '#platform/queue/job.ts'

export const forgetUploadsJob = job({
  name: 'catalogue.forget-uploads',
  every: '25 * * * *',
  run: (ctx) => forgetUploads(ctx),
})
