import type { Ctx } from '#platform/ctx.ts'
import { localize, localText } from '#platform/texts.ts'
import { agencyName, localCorrectionOf } from './agencies/index.ts'
import { listLatestReportsOf, type Report } from './report.sql.ts'
import { reportingTexts } from './reporting.texts.ts'

const steps = ['completed', 'checked', 'sent', 'accepted', 'posted'] as const

/** One receiver's report of a completion, for display. Instants are ISO 8601; texts are in the caller's language. */
export type ReportedDuty = {
  completion_report_id: number
  /** `sent`: handed over. `waiting`: for another receiver. `watched`: another receiver passed it on. */
  state: 'pending' | 'sent' | 'waiting' | 'watched' | 'accepted' | 'rejected'
  agency: string
  agency_name: string
  /** A label of two or three words for a column. */
  label: string
  /** One or two sentences, including the required correction. */
  text: string
  due_at: string
  accepted_at: string | null
  /** The steps to the driver's record, in order: an instant, or a day for the last; null for future steps. */
  steps: { step: (typeof steps)[number]; at: string | null }[]
  /** Whether the agency's service was called without a response, so that staff check its portal. */
  unanswered: boolean
  /** The party that must act next; null if only the posting by the agency is left, or nothing. */
  acts: 'student' | 'school' | 'agency' | null
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

/** The state of a completion's reports: that of the most urgent report, and each receiver's. */
export type ReportingState = Omit<ReportedDuty, 'state'> & {
  student_course_id: number
  /** `accepted` if every receiver accepted it. */
  state: 'pending' | 'accepted' | 'rejected'
  duties: ReportedDuty[]
}

/** The state of a completion's reports, or null if none is owed. Callers must check whose course it is. */
export async function reportingState(ctx: Ctx, student_course_id: number): Promise<ReportingState | null> {
  return (await reportingStates(ctx, [student_course_id])).get(student_course_id) ?? null
}

/** The states of several courses, by course. Courses that owe no report are missing. */
export async function reportingStates(
  ctx: Ctx,
  student_course_ids: readonly number[],
): Promise<ReadonlyMap<number, ReportingState>> {
  const latestReports = await listLatestReportsOf(ctx, student_course_ids)
  // The report of a failed course is for staff only, because there is no completion for the student to follow.
  const reports = isStaff(ctx) ? latestReports : latestReports.filter(({ outcome }) => outcome === 'passed')
  const byCourse = Map.groupBy(reports, ({ student_course_id }) => student_course_id)
  return new Map(
    [...byCourse].map(([id, courseReports]) => {
      const duties = courseReports.map((report) => describeReport(ctx, report))
      return [id, stateOf(id, duties)]
    }),
  )
}

/** Whether a report still has a deadline: it is neither accepted nor handed over. */
export const hasDeadline = (state: ReportedDuty['state']): boolean => state !== 'accepted' && state !== 'sent'

const isStaff = ({ actor }: Ctx): boolean => actor.kind === 'user' && actor.role !== 'Student'

function stateOf(student_course_id: number, duties: ReportedDuty[]): ReportingState {
  const [first] = duties as [ReportedDuty]
  const state = first.state === 'accepted' || first.state === 'rejected' ? first.state : 'pending'
  return { ...first, student_course_id, state, duties }
}

function describeReport({ locale }: Ctx, report: Report): ReportedDuty {
  const { completion_report_id, receipt, code, message, accepted_at, due_at, certificate_number } = report
  const state = displayState(report)
  const agency_name = agencyName(report, locale)
  const { who, field, text } = localCorrectionOf(report.agency, code)
  const mend = { who, field, text: localize(locale, text) }
  const params = { agency: agency_name, mend: mend.text }
  return {
    completion_report_id,
    state,
    agency: report.agency,
    agency_name,
    label: localText(locale, reportingTexts, state),
    text: localText(locale, reportingTexts, `${state}Long`, params),
    due_at: due_at.toISOString(),
    accepted_at: accepted_at?.toISOString() ?? null,
    steps: stepsOf(report, state),
    unanswered: report.unanswered_ind,
    acts: actorOf(report, state),
    receipt,
    certificate_number,
    code,
    agency_message: message,
    mend: state === 'rejected' ? mend : null,
  }
}

/** Reports that were accepted before sending times were recorded count as sent at their acceptance. */
function stepsOf(report: Report, state: ReportedDuty['state']): ReportedDuty['steps'] {
  const { completed_at, created_at, sent_at, accepted_at, posted_on } = report
  const sent = state === 'pending' || state === 'waiting' ? null : (sent_at ?? accepted_at)
  const accepted = state === 'accepted' ? accepted_at : null
  const instants = { completed: completed_at, checked: created_at, sent, accepted }
  return steps.map((step) => ({
    step,
    at: step === 'posted' ? posted_on : (instants[step]?.toISOString() ?? null),
  }))
}

function actorOf(report: Report, state: ReportedDuty['state']): ReportedDuty['acts'] {
  switch (state) {
    case 'accepted':
      return null
    case 'rejected':
      return localCorrectionOf(report.agency, report.code).who === 'student' ? 'student' : 'school'
    case 'pending':
      // Without a response, the agency's system is down, and the report is retried.
      return report.state === 'retry' && report.code === null && !report.unanswered_ind ? 'agency' : 'school'
    default:
      return 'agency'
  }
}

function displayState({ state, handed_over_ind }: Report): ReportedDuty['state'] {
  switch (state) {
    case 'accepted':
      return handed_over_ind ? 'sent' : 'accepted'
    case 'rejected':
    case 'waiting':
    case 'watched':
      return state
    default:
      return 'pending'
  }
}
