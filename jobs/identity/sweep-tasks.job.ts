import { sweepTasks } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every ten minutes: ends lost background tasks, and deletes expired files. */
export const sweepTasksJob = job({
  name: 'identity.sweep-tasks',
  every: '*/10 * * * *',
  run: (ctx) => sweepTasks(ctx),
})
