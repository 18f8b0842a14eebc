import type { Ctx } from '#platform/ctx.ts'
import { localize, type Text } from '#platform/texts.ts'
import { findAccount } from './accounts/account.sql.ts'
import { findHold } from './accounts/hold.sql.ts'
import { localCodes } from './agencies/codes.ts'
import { type Agency, agencyName, localCorrectionOf } from './agencies/index.ts'
import { awaitsNumber } from './claim-report.ts'
import { listMissingNumbers } from './enter-number.ts'
import { listLatestReports, type Report } from './report.sql.ts'
import { awaitsResponse } from './report-number.ts'
import { whatBlocksTexts as t } from './what-blocks.texts.ts'

/**
 * A sentence for each report of a completion about what blocks it and who must act. For staff; callers must check whose
 * course it is.
 */
export async function listBlockers(ctx: Ctx, student_course_id: number): Promise<ReadonlyMap<number, string>> {
  const blockers = new Map<number, string>()
  for (const report of await listLatestReports(ctx, student_course_id)) {
    const mend = localize(ctx.locale, localCorrectionOf(report.agency, report.code).text)
    const { text, reason = '' } = await findBlocker(ctx, report)
    const params = { agency: agencyName(report, ctx.locale), mend, reason }
    blockers.set(report.completion_report_id, localize(ctx.locale, text, params))
  }
  return blockers
}

type Blocker = { text: Text; reason?: string }

async function findBlocker(ctx: Ctx, report: Report): Promise<Blocker> {
  const { state, agency, code, unanswered_ind } = report
  if (unanswered_ind) return { text: t.unanswered }
  if (state === 'rejected')
    return { text: localCorrectionOf(agency, code).who === 'student' ? t.studentCorrects : t.staffCorrects }
  if (state === 'waiting') return { text: t.waiting }
  if (state === 'watched') return { text: t.watched }
  if (await awaitsResponse(ctx, report)) return { text: t.unread }
  const missing = state === 'accepted' ? await listMissingNumbers(ctx, report.student_course_id) : []
  if (missing.some(({ completion_report_id }) => completion_report_id === report.completion_report_id))
    return { text: t.numberMissing }
  if (state === 'accepted' || state === 'replaced') return { text: t.nothing }
  return findDeliveryBlocker(ctx, report)
}

/** The reason why a report has not reached its agency. */
async function findDeliveryBlocker(
  ctx: Ctx,
  { completion_report_id, organization_id, agency, state, code }: Report,
): Promise<Blocker> {
  if (await awaitsNumber(ctx, completion_report_id)) return { text: t.noNumber }
  const account = await findAccount(ctx, organization_id, agency)
  const hold = await findHold(ctx, organization_id, agency)
  if (hold && (hold.code !== localCodes.account || account))
    return { text: t.held, reason: hold.reason || hold.code || '' }
  if (hold) return { text: t.noAccount }
  if (account?.method === 'file') return { text: state === 'sending' ? t.inFile : t.file }
  if (account?.method === 'worksheet') return { text: t.worksheet }
  if (await isStoppedAbove(ctx, organization_id, agency)) return { text: t.heldAbove }
  return { text: state === 'retry' && code === null ? t.retried : t.sending }
}

/** Whether an ancestor organization holds the queue; its reason is not for this organization's staff. */
async function isStoppedAbove(
  { unscoped: { sql } }: Pick<Ctx, 'unscoped'>,
  organization_id: number,
  agency: Agency,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from learning.v_agency_stop where organization_id = ${organization_id} and agency = ${agency}`
  return row !== undefined
}
