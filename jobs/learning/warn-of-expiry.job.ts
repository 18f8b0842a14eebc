import { warnOfExpiry } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Warns of courses whose time is almost over. */
export const warnOfExpiryJob = job({
  name: 'learning.warn-of-expiry',
  every: '11 * * * *',
  inSandbox: true,
  run: (ctx, _data, { signal }) => warnOfExpiry(ctx, signal),
})
