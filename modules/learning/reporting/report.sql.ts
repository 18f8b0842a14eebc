import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Agency, type Destination, deadlineRuleOf } from './agencies/index.ts'
import { deadlineOf } from './deadline.ts'
import { reportOwed } from './facts.ts'
import type { CompletionRecord, Corrections } from './record.ts'

export type ReportState = 'due' | 'sending' | 'accepted' | 'rejected' | 'retry'

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
}

/** The latest report of a completion, or null. Callers must check whose it is. */
export async function findLatestReport(ctx: Pick<Ctx, 'sql'>, student_course_id: number): Promise<Report | null> {
  const [report] = await ctx.sql<Report>`
    select completion_report_id, organization_id, student_course_id, number, agency, state_code, state, attempt, due_at,
           accepted_at, receipt, code, message
    from learning.v_completion_report where student_course_id = ${student_course_id}`
  return report ?? null
}

/** The corrections of staff in this report and earlier ones. */
export async function selectCorrections(ctx: Ctx, report: Report): Promise<Corrections> {
  const { completion_report_id, student_course_id } = report
  const [row] = await ctx.sql<{ corrections: Corrections }>`
    select corrections from learning.completion_report where completion_report_id = ${completion_report_id}`
  return openCorrections(ctx, student_course_id, row!.corrections)
}

/** The stored corrections, with the license number decrypted. */
export function openCorrections(ctx: Ctx, student_course_id: number, corrections: Corrections): Corrections {
  const { driver_license, ...others } = corrections
  if (driver_license === undefined) return others
  return { ...others, driver_license: openValue(ctx, driver_license, boundTo(student_course_id)) }
}

const boundTo = (student_course_id: number) => `completion_report:${student_course_id}`

/** License and Social Security numbers are stored sealed, everything else as sent. */
function sealRecord(ctx: Ctx, student_course_id: number, record: CompletionRecord): object {
  const bound = boundTo(student_course_id)
  const { driver_license, ssn_last_4 } = record.student
  const sealed = {
    driver_license: sealValue(ctx, driver_license, bound),
    ssn_last_4: sealValue(ctx, ssn_last_4, bound),
  }
  return { ...record, student: { ...record.student, ...sealed } }
}

/** A record as reported to the agency. */
export function openRecord(ctx: Ctx, student_course_id: number, completionRecord: CompletionRecord): CompletionRecord {
  const bound = boundTo(student_course_id)
  const { driver_license, ssn_last_4 } = completionRecord.student
  const opened = {
    driver_license: openValue(ctx, driver_license, bound),
    ssn_last_4: openValue(ctx, ssn_last_4, bound),
  }
  return { ...completionRecord, student: { ...completionRecord.student, ...opened } }
}

const sealLicense = (ctx: Ctx, { driver_license, ...others }: Corrections, bound: string): object =>
  driver_license === undefined ? others : { ...others, driver_license: sealValue(ctx, driver_license, bound) }

/** Stores the owed report and sends the fact; the caller must hold the student course's lock. */
export async function insertReport(
  ctx: Ctx,
  course: StudentCourse,
  record: CompletionRecord & Destination,
  corrected: Report | null,
  corrections: Corrections = {},
): Promise<number> {
  const { student_course_id, organization_id } = course
  const number = (corrected?.number ?? 0) + 1
  const [row] = await ctx.sql<{ completion_report_id: number }>`
    insert into learning.completion_report ${ctx.sql({
      organization_id,
      student_course_id,
      number,
      corrects_report_id: corrected?.completion_report_id ?? null,
      agency: record.agency,
      state_code: record.state_code,
      record: ctx.sql.json(sealRecord(ctx, student_course_id, record)),
      corrections: ctx.sql.json(sealLicense(ctx, corrections, boundTo(student_course_id))),
      due_at: deadlineOf(deadlineRuleOf(record), new Date(record.completed_at)),
    })}
    returning completion_report_id`
  const { completion_report_id } = row!
  await ctx.emit(reportOwed, { completion_report_id })
  return completion_report_id
}
