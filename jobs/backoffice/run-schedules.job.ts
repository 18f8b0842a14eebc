import { runDueSchedules } from '#modules/backoffice/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every minute: begins scheduled reports whose time has come. */
export const runSchedulesJob = job({
  name: 'backoffice.run-schedules',
  every: '* * * * *',
  run: (ctx) => runDueSchedules(ctx),
})
