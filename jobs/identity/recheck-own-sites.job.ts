import { recheckOwnSites } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every hour: sites of organizations whose proof was not looked for since yesterday. */
export const recheckOwnSitesJob = job({
  name: 'identity.recheck-own-sites',
  every: '23 * * * *',
  expireSeconds: 600,
  run: (ctx, _data, { signal }) => recheckOwnSites(ctx, signal),
})
