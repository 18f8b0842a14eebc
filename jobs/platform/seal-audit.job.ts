import { sealEvents } from '#platform/audit/seal.ts'
import { job } from '#platform/queue/job.ts'

/** Seals new rows of the audit log, so that later changes are detected. */
export const sealAudit = job({
  name: 'platform.seal-audit',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx, _data, { signal }) {
    await sealEvents(ctx, signal)
  },
})
