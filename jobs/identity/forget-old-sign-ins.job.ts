import { forgetOldRows } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: failed tries, used links and ended sessions are kept no longer than someone may ask about them. */
export const forgetOldSignIns = job({
  name: 'identity.forget-old-sign-ins',
  every: '17 3 * * *',
  run: (ctx) => forgetOldRows(ctx),
})
