import { sweepDomains } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every ten minutes: own domains of organizations whose check is due. */
export const sweepDomainsJob = job({
  name: 'identity.sweep-domains',
  every: '*/10 * * * *',
  // Fifty domains whose name servers and hosts are silent.
  expireSeconds: 1_800,
  run: (ctx) => sweepDomains(ctx),
})
