import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { submitRecord } from './accounts/submit-record.ts'
import { type Agency, isRetryCode } from './agencies/index.ts'
import type { AgencyResponse } from './agency-adapter.ts'
import { type Claim, claimReport, listDueAgencies } from './claim-report.ts'
import { settleReport } from './settle-report.ts'

/** Limits a sweep, so that it ends long before its job times out and goes to another worker. */
const maxPerSweep = 500

/** Sends one report if it is due. Safe to repeat or interrupt, because the agency then reports a duplicate. */
export async function sendReport(ctx: Ctx, completion_report_id: number, signal: AbortSignal): Promise<void> {
  const claim = await claimReport(ctx, { completion_report_id })
  if (claim) await submit(ctx, claim, signal)
}

/** Sends all due reports of each agency, earliest deadline first, until the agency fails. */
export async function sendDueReports(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const dueAgencies = await listDueAgencies(ctx)
  await Promise.all(dueAgencies.map((agency) => sendDueTo(ctx, agency, signal)))
}

/**
 * Sends an agency's due reports until the first `retry`: the others would fail too, and are due again in a minute. A
 * fault of one organization's account does not stop the others.
 */
async function sendDueTo(ctx: Ctx, agency: Agency, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < maxPerSweep && !signal.aborted; count += 1) {
    const claim = await claimReport(ctx, { agency })
    if (!claim) return
    const { outcome, hold } = await submit(ctx, claim, signal)
    if (outcome === 'retry' && !hold) return
  }
}

async function submit(ctx: Ctx, claim: Claim, signal: AbortSignal): Promise<AgencyResponse> {
  const tenant = await asTenant(ctx, claim.organization_id)
  const response = withRetryOutcome(claim.agency, await submitRecord(tenant, claim, signal))
  const counted = await settleReport(tenant, claim, response)
  if (!counted) ctx.log.warn('report.fenced', { report: claim.completion_report_id, attempt: claim.attempt })
  return response
}

/** Treats a refusal caused by the agency's own fault as a failure to retry. */
const withRetryOutcome = (agency: Agency, response: AgencyResponse): AgencyResponse =>
  response.outcome === 'rejected' && isRetryCode(agency, response.code) ? { ...response, outcome: 'retry' } : response
