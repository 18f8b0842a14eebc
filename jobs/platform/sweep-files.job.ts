import { sweepFiles } from '../../platform/files/file-claims.ts'
import { job } from '../../platform/queue/job.ts'

/** Every hour: deletes stored files that nothing names anymore. */
export const sweepFilesJob = job({
  name: 'platform.sweep-files',
  every: '52 * * * *',
  run: (ctx) => sweepFiles(ctx),
})
