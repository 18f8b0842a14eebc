import { sweepFiles } from '#platform/files/file-claims.ts'
import { job } from '#platform/queue/job.ts'

/** Every five minutes: deletes stored files that nothing references anymore. */
export const sweepFilesJob = job({
  name: 'platform.sweep-files',
  every: '*/5 * * * *',
  run: (ctx) => sweepFiles(ctx),
})
