import { sealEvents } from '#platform/audit/seal.ts'
import { job } from '#platform/queue/job.ts'

/** What was written into the audit log gets its seal: from then on no one changes it unnoticed. */
export const sealAudit = job({
  name: 'platform.seal-audit',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx, _data, { signal }) {
    await sealEvents(ctx, signal)
  },
})
