import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Agency, isInformedByAnother } from './agencies/index.ts'
import type { Duty } from './duties.ts'
import { reportOwed } from './facts.ts'
import type { CompletionRecord, Corrections } from './record.ts'
import { urgencyOfReport } from './report-states.ts'

/**
 * `waiting`: for another receiver's acceptance. `watched`: another receiver passed it on, and a refusal may follow.
 * `replaced`: it was accepted, and a correction has replaced it.
 */
export type ReportState = 'due' | 'sending' | 'accepted' | 'rejected' | 'retry' | 'waiting' | 'watched' | 'replaced'

export type Report = {
  completion_report_id: number
  organization_id: number
  student_course_id: number
  number: number
  agency: Agency
  state_code: string
  state: ReportState
  attempt: number
  due_at: Date
  accepted_at: Date | null
  receipt: string | null
  code: string | null
  message: string | null
  /** The number that the agency assigned to the certificate. */
  certificate_number: string | null
  /**
   * The times when the course was passed and when the report was written; the first is null for a course that is open
   * again.
   */
  completed_at: Date | null
  created_at: Date
  /** Whether it reports a passed course, or a failed or unfinished one. */
  outcome: 'passed' | 'failed'
  /** The time when it reached the agency, or was handed over to staff or a file. */
  sent_at: Date | null
  /** Whether it was handed over as a file, and the agency has not responded. */
  handed_over_ind: boolean
  /** Whether it was sent to the agency's service without a response. */
  unanswered_ind: boolean
  /** The day (YYYY-MM-DD) on which the agency posted it, as staff entered it. */
  posted_on: string | null
}

/**
 * The latest report of a completion to each receiver, most urgent first: refused, then not yet sent, then waiting, then
 * accepted. Callers must check whose course it is.
 */
export const listLatestReports = (ctx: Pick<Ctx, 'sql'>, student_course_id: number) =>
  listLatestReportsOf(ctx, [student_course_id])

/** The latest reports of several courses. */
export const listLatestReportsOf = ({ sql }: Pick<Ctx, 'sql'>, student_course_ids: readonly number[]) => sql<Report>`
  select completion_report_id, organization_id, student_course_id, number, agency, state_code, state, attempt, due_at,
         accepted_at, receipt, code, message, certificate_number, created_at, sent_at, handed_over_ind, unanswered_ind,
         posted_on::text as posted_on,
         (select coalesce(of.record ->> 'outcome', 'passed') from learning.completion_report of
          where of.completion_report_id = r.completion_report_id) as outcome,
         (select c.passed_at from learning.student_course c where c.student_course_id = r.student_course_id) as completed_at
  from learning.v_completion_report r
  where student_course_id = any(${sql.array([...student_course_ids])}::int[])
  order by ${urgencyOfReport(sql)}, handed_over_ind desc, due_at, completion_report_id`

/** Marks an accepted report as replaced, so that its correction can be stored. */
export async function markReplaced({ sql }: Ctx, { completion_report_id }: Report): Promise<void> {
  await sql`
    update learning.completion_report set state = 'replaced', updated_at = platform.now()
    where completion_report_id = ${completion_report_id} and state = 'accepted'`
}

/** Replaces the report of a failed course, because its completion gets its own. A running attempt no longer counts. */
export async function replaceFailureReport({ sql }: Ctx, { completion_report_id }: Report): Promise<void> {
  await sql`
    update learning.completion_report set state = 'replaced', updated_at = platform.now()
    where completion_report_id = ${completion_report_id} and state <> 'rejected' and record ->> 'outcome' = 'failed'`
}

/** Returns a passed-on report to waiting for the acceptance of the corrected one. */
export async function restartWait({ sql }: Ctx, { completion_report_id }: Report): Promise<void> {
  await sql`
    update learning.completion_report set state = 'waiting', updated_at = platform.now()
    where completion_report_id = ${completion_report_id} and state = 'watched'`
}

/** The corrections in this report and earlier ones. */
export async function selectCorrections(ctx: Ctx, report: Report): Promise<Corrections> {
  const { completion_report_id, student_course_id } = report
  const [row] = await ctx.sql<{ corrections: Corrections }>`
    select corrections from learning.completion_report where completion_report_id = ${completion_report_id}`
  return openCorrections(ctx, student_course_id, row!.corrections)
}

/** The license state in a report's record. */
export async function selectLicenseState({ sql }: Pick<Ctx, 'sql'>, report: Report): Promise<string> {
  const [row] = await sql<{ license_state: string }>`
    select coalesce(record -> 'student' ->> 'license_state', '') as license_state
    from learning.completion_report where completion_report_id = ${report.completion_report_id}`
  return row!.license_state
}

/** The stored corrections, with the license number decrypted. */
export function openCorrections(ctx: Ctx, student_course_id: number, corrections: Corrections): Corrections {
  const { driver_license, ...others } = corrections
  if (driver_license === undefined) return others
  return { ...others, driver_license: openValue(ctx, driver_license, sealBinding(student_course_id)) }
}

const sealBinding = (student_course_id: number) => `completion_report:${student_course_id}`

/** License and Social Security numbers are stored sealed, everything else as sent. */
function sealRecord(ctx: Ctx, student_course_id: number, record: CompletionRecord): object {
  const binding = sealBinding(student_course_id)
  const { driver_license, ssn_last_4 } = record.student
  const sealed = {
    driver_license: sealValue(ctx, driver_license, binding),
    ssn_last_4: sealValue(ctx, ssn_last_4, binding),
  }
  return { ...record, student: { ...record.student, ...sealed } }
}

/** A record as reported to the agency. */
export function openRecord(ctx: Ctx, student_course_id: number, completionRecord: CompletionRecord): CompletionRecord {
  const binding = sealBinding(student_course_id)
  const { driver_license, ssn_last_4 } = completionRecord.student
  const numbers = {
    driver_license: openValue(ctx, driver_license, binding),
    ssn_last_4: openValue(ctx, ssn_last_4, binding),
  }
  return { ...completionRecord, student: { ...completionRecord.student, ...numbers } }
}

const sealLicense = (ctx: Ctx, { driver_license, ...others }: Corrections, binding: string): object =>
  driver_license === undefined ? others : { ...others, driver_license: sealValue(ctx, driver_license, binding) }

/** The certificate of a report, which a correction repeats. */
async function selectCertificate({ sql }: Ctx, { completion_report_id }: Report) {
  const [row] = await sql<Pick<CompletionRecord, 'certificate_number' | 'certificate_kind'>>`
    select record ->> 'certificate_number' as certificate_number, record ->> 'certificate_kind' as certificate_kind
    from learning.completion_report where completion_report_id = ${completion_report_id}`
  return row!
}

/** Stores a report and emits `reportOwed` if it must be sent. The caller must hold the course's lock. */
export async function insertReport(
  ctx: Ctx,
  course: StudentCourse,
  duty: Omit<Duty, 'rule'>,
  record: CompletionRecord,
  corrected: Report | null,
  corrections: Corrections = {},
): Promise<number> {
  const { student_course_id, organization_id } = course
  const number = (corrected?.number ?? 0) + 1
  const certificate = record.certificate_number === null && corrected ? await selectCertificate(ctx, corrected) : {}
  const [row] = await ctx.sql<{ completion_report_id: number }>`
    insert into learning.completion_report ${ctx.sql({
      organization_id,
      student_course_id,
      number,
      corrects_report_id: corrected?.completion_report_id ?? null,
      agency: duty.agency,
      state_code: duty.state_code,
      state: isInformedByAnother(duty.agency) ? 'waiting' : 'due',
      record: ctx.sql.json(sealRecord(ctx, student_course_id, { ...record, ...certificate })),
      corrections: ctx.sql.json(sealLicense(ctx, corrections, sealBinding(student_course_id))),
      due_at: duty.due_at,
    })}
    returning completion_report_id`
  const { completion_report_id } = row!
  if (!isInformedByAnother(duty.agency)) await ctx.emit(reportOwed, { completion_report_id })
  return completion_report_id
}
