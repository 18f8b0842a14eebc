import { forgetOldRows } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: deletes failed attempts, used links and ended sessions that no one needs any more. */
export const forgetOldSignIns = job({
  name: 'identity.forget-old-sign-ins',
  every: '17 3 * * *',
  run: (ctx) => forgetOldRows(ctx),
})
