import type { Ctx } from '#platform/ctx.ts'
import { pick, say } from '#platform/texts.ts'
import { agencyName, mendingOf } from './agencies/index.ts'
import { listLatestReports, type Report } from './report.sql.ts'
import { reportingTexts } from './reporting.texts.ts'

/** One receiver's report of a completion, for people. Instants are ISO 8601; texts are in the caller's language. */
export type ReportedDuty = {
  completion_report_id: number
  /** `waiting`: for another receiver. `watched`: another receiver passed it on. */
  state: 'pending' | 'waiting' | 'watched' | 'accepted' | 'rejected'
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
  /** The number that the agency assigned to the certificate. */
  certificate_number: string | null
  /** The agency's code and message, for staff. */
  code: string | null
  agency_message: string | null
  /** The person who can correct a refused report, the field, and a description; null otherwise. */
  mend: { who: 'student' | 'staff'; field: string; text: string } | null
}

/** The state of a completion's reports: that of the report that most needs somebody, and each receiver's. */
export type ReportingState = Omit<ReportedDuty, 'state'> & {
  student_course_id: number
  /** `accepted` if every receiver accepted it. */
  state: 'pending' | 'accepted' | 'rejected'
  duties: ReportedDuty[]
}

/** The state of a completion's reports, or null if none is owed. Callers must check whose course it is. */
export async function reportingState(ctx: Ctx, student_course_id: number): Promise<ReportingState | null> {
  const duties = (await listLatestReports(ctx, student_course_id)).map((report) => describe(ctx, report))
  const [first] = duties
  if (!first) return null
  const state = first.state === 'accepted' || first.state === 'rejected' ? first.state : 'pending'
  return { ...first, student_course_id, state, duties }
}

function describe({ locale }: Ctx, report: Report): ReportedDuty {
  const { completion_report_id, receipt, code, message, accepted_at, due_at, certificate_number } = report
  const state = shownState(report)
  const agency_name = agencyName(report, locale)
  const { who, field, text } = mendingOf(report.agency, code)
  const mend = { who, field, text: pick(locale, text) }
  const params = { agency: agency_name, mend: mend.text }
  return {
    completion_report_id,
    state,
    agency: report.agency,
    agency_name,
    label: say(locale, reportingTexts, state),
    text: say(locale, reportingTexts, `${state}Long`, params),
    due_at: due_at.toISOString(),
    accepted_at: accepted_at?.toISOString() ?? null,
    receipt,
    certificate_number,
    code,
    agency_message: message,
    mend: state === 'rejected' ? mend : null,
  }
}

function shownState({ state }: Report): ReportedDuty['state'] {
  switch (state) {
    case 'accepted':
    case 'rejected':
    case 'waiting':
    case 'watched':
      return state
    default:
      return 'pending'
  }
}
