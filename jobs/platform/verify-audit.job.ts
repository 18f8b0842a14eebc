import { storeVerification } from '#platform/audit/store-verification.ts'
import { job } from '#platform/queue/job.ts'

/** Checks every night that the audit log has not changed since it was sealed. */
export const verifyAudit = job({
  name: 'platform.verify-audit',
  every: '47 3 * * *',
  expireSeconds: 4 * 3600,
  run: (ctx, _data, { signal }) => storeVerification(ctx, signal),
})
