import { sweepTasks } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every ten minutes: ends background tasks that were lost, and deletes files whose time has passed. */
export const sweepTasksJob = job({
  name: 'identity.sweep-tasks',
  every: '*/10 * * * *',
  run: (ctx) => sweepTasks(ctx),
})
