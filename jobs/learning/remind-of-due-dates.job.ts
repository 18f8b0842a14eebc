import { remindOfDueDates } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Reminds students of the due dates that their organization set. */
export const remindOfDueDatesJob = job({
  name: 'learning.remind-of-due-dates',
  every: '17 * * * *',
  inSandbox: true,
  run: (ctx, _data, { signal }) => remindOfDueDates(ctx, signal),
})
