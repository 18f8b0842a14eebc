import type { ServiceFormat } from '#modules/learning/reporting/agencies/account-fields.ts'
import { localCodes } from '#modules/learning/reporting/agencies/codes.ts'
import { type Agency, agencyEntry, isAccountFault, needsAccount } from '#modules/learning/reporting/agencies/index.ts'
import { type AgencyResponse, emptyResponse } from '#modules/learning/reporting/agency-adapter.ts'
import { agencyAdapters, agencyServices } from '#modules/learning/reporting/open-agencies.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findAccount, openAccount, type StoredAccount } from './account.sql.ts'
import { insertHold } from './hold.sql.ts'

type Submission = {
  organization_id: number
  agency: Agency
  record: CompletionRecord
  /** The report and its attempt; absent for a test with a made-up record. */
  completion_report_id?: number
  attempt?: number
}

/**
 * Submits a record with the account of its organization. An account fault holds the queue of every organization that
 * uses the account. Needs the context of the organization.
 */
export async function submitRecord(ctx: Ctx, submission: Submission, signal: AbortSignal): Promise<AgencyResponse> {
  const { organization_id, agency } = submission
  const account = await findAccount(ctx, organization_id, agency)
  const response = await submitWith(ctx, account, submission, signal)
  const isHeld = response.hold === 'queue' || (response.outcome === 'rejected' && isAccountFault(agency, response.code))
  if (!isHeld) return response
  await holdQueue(ctx, account?.organization_id ?? organization_id, agency, response.code ?? localCodes.settings)
  return { ...response, hold: 'queue' }
}

async function submitWith(
  ctx: Ctx,
  account: StoredAccount | null,
  submission: Submission,
  signal: AbortSignal,
): Promise<AgencyResponse> {
  const { agency, record } = submission
  const { addressOf, neutralWithoutAccount } = ctx.use(agencyServices)
  const { service } = agencyEntry(agency)
  if (!account && needsAccount(agency) && !neutralWithoutAccount) return waitingForStaff(localCodes.account)
  const method = account?.method ?? 'neutral'
  if (method === 'neutral') return ctx.use(agencyAdapters)[agency].submit(record, signal)
  if (method !== 'service' || !service || !account) return waitingForStaff(localCodes.settings)
  return submitToService(ctx, service, addressOf(service), account, submission, signal)
}

async function submitToService(
  ctx: Ctx,
  service: ServiceFormat,
  url: string,
  account: StoredAccount,
  submission: Submission,
  signal: AbortSignal,
): Promise<AgencyResponse> {
  const accountData = openAccount(ctx, account)
  const missing = service.listMissingSettings(accountData)
  if (missing.length > 0) return { ...waitingForStaff(localCodes.settings), body: missing.join(', ') }
  await markUnanswered(ctx, submission)
  return service.open(url, accountData).submit(submission.record, signal)
}

/** The result for a report that was not sent and waits for staff. */
const waitingForStaff = (code: string): AgencyResponse => ({ ...emptyResponse('retry', ''), code, hold: 'queue' })

/**
 * Marks the report before the call, so that it stays unanswered if the server dies before storing the response. The
 * services may not recognize a repeated record.
 */
async function markUnanswered(ctx: Ctx, { completion_report_id, attempt }: Submission): Promise<void> {
  if (completion_report_id === undefined || attempt === undefined) return
  await ctx.tx(
    ({ sql }) => sql`
      update learning.completion_report set unanswered_ind = true
      where completion_report_id = ${completion_report_id} and attempt = ${attempt} and state = 'sending'`,
  )
}

/** Holds a queue in the name of the product. The account may belong to an organization above the report's. */
async function holdQueue(ctx: Ctx, organization_id: number, agency: Agency, code: string): Promise<void> {
  await ctx.unscoped.tx(async (inner) => {
    if (!(await insertHold(inner, { organization_id, agency, code, reason: '', user_id: null }))) return
    inner.log.warn('agency.held', { organization_id, agency, code })
    await inner.audit({ action: 'agency.hold', subject: `agency:${agency}`, after: { organization_id, code } })
  })
}
