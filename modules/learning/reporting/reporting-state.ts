import type { Ctx } from '#platform/ctx.ts'
import { pick, say } from '#platform/texts.ts'
import { agencyName, mendingOf } from './agencies/index.ts'
import { findLatestReport, type Report } from './report.sql.ts'
import { reportingTexts } from './reporting.texts.ts'

/** The state of a completion's report, for people. Instants are ISO 8601; texts are in the caller's language. */
export type ReportingState = {
  completion_report_id: number
  student_course_id: number
  state: 'pending' | 'accepted' | 'rejected'
  agency: string
  agency_name: string
  /** Two or three words for a column. */
  label: string
  /** One or two sentences, including the required correction. */
  text: string
  due_at: string
  accepted_at: string | null
  /** The agency's own number. */
  receipt: string | null
  /** The agency's code and message, for staff. */
  code: string | null
  agency_message: string | null
  /** The person who can correct a refused report, the field, and a description; null otherwise. */
  mend: { who: 'student' | 'staff'; field: string; text: string } | null
}

/** The state of a completion's report, or null if none is owed. Callers must check whose course it is. */
export async function reportingState(ctx: Ctx, student_course_id: number): Promise<ReportingState | null> {
  const report = await findLatestReport(ctx, student_course_id)
  return report && describe(ctx, report)
}

function describe({ locale }: Ctx, report: Report): ReportingState {
  const { completion_report_id, student_course_id, receipt, code, message, accepted_at, due_at } = report
  const state = report.state === 'accepted' || report.state === 'rejected' ? report.state : 'pending'
  const agency_name = agencyName(report, locale)
  const { who, field, text } = mendingOf(report.agency, code)
  const mend = { who, field, text: pick(locale, text) }
  const params = { agency: agency_name, mend: mend.text }
  return {
    completion_report_id,
    student_course_id,
    state,
    agency: report.agency,
    agency_name,
    label: say(locale, reportingTexts, state),
    text: say(locale, reportingTexts, `${state}Long`, params),
    due_at: due_at.toISOString(),
    accepted_at: accepted_at?.toISOString() ?? null,
    receipt,
    code,
    agency_message: message,
    mend: state === 'rejected' ? mend : null,
  }
}
