import { eraseHeld } from '#modules/backoffice/people/personal-data.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: erases the kept records of erased people, once their retention time is over. */
export const eraseHeldJob = job({
  name: 'backoffice.erase-held',
  every: '20 8 * * *',
  run: (ctx) => eraseHeld(ctx),
})
