import { runDueSchedules } from '#modules/backoffice/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every minute: starts due scheduled reports. */
export const runSchedulesJob = job({
  name: 'backoffice.run-schedules',
  every: '* * * * *',
  run: (ctx) => runDueSchedules(ctx),
})
