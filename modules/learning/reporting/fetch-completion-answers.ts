import { staffOfCourse } from '#modules/learning/permissions.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { type Agency, agencyName } from './agencies/index.ts'
import type { Corrections } from './record.ts'
import { openCorrections } from './report.sql.ts'

const Answer = z.object({
  attempt: z.int(),
  /** ISO 8601. */
  at: z.string(),
  outcome: z.enum(['accepted', 'duplicate', 'rejected', 'retry']),
  /** Null if staff entered it, or there was no response. */
  http_status: z.int().nullable(),
  code: z.string().nullable(),
  receipt: z.string().nullable(),
  /** Unmodified, the first 2,000 characters. */
  body: z.string(),
  /** False if a later attempt had replaced it. */
  counted: z.boolean(),
})

const Report = z.object({
  completion_report_id: z.int(),
  agency: z.string(),
  agency_name: z.string(),
  number: z.int(),
  created_at: z.string(),
  state: z.enum(['due', 'sending', 'retry', 'accepted', 'rejected', 'waiting', 'watched', 'replaced']),
  /** The corrections that staff or the student made. */
  driver_license: z.string().nullable(),
  /** Two letters. */
  license_state: z.string().nullable(),
  /** The latest hundred. */
  answers: z.array(Answer),
})
export type ReportView = z.output<typeof Report>

export const fetchCompletionAnswers = operation({
  call: 'GET /report/completionAnswers/{student_course_id}',
  summary: "Every report of a completion, newest first, with the agency's response to each attempt",
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({ reports: z.array(Report) }),
  run: async (ctx, { student_course_id }) => ({ reports: await listReports(ctx, student_course_id) }),
})

type Row = Omit<
  ReportView,
  'agency_name' | 'agency' | 'created_at' | 'driver_license' | 'license_state' | 'answers'
> & {
  created_at: Date
  corrections: Corrections
  user_id: number
  agency: Agency
  state_code: string
}

async function listReports(ctx: Ctx, student_course_id: number): Promise<ReportView[]> {
  const { sql } = ctx
  const rows = await sql<Row>`
    select r.completion_report_id, r.agency, r.state_code, r.number, r.created_at, r.state, r.corrections, c.user_id
    from learning.completion_report r join learning.student_course c using (student_course_id)
    where student_course_id = ${student_course_id}
    order by r.completion_report_id desc`
  const reports = rows.map(({ corrections, user_id, created_at, state_code, ...report }) => {
    const { driver_license = null, license_state = null } = openCorrections(ctx, student_course_id, corrections)
    const agency_name = agencyName({ agency: report.agency, state_code }, ctx.locale)
    return { ...report, agency_name, user_id, created_at: created_at.toISOString(), driver_license, license_state }
  })
  const correctedReport = reports.find(({ driver_license }) => driver_license !== null)
  if (correctedReport)
    await auditOpened(ctx, { student_course_id, user_id: correctedReport.user_id }, 'corrected reports')
  const answers = await sql<Omit<ReportView['answers'][number], 'at'> & { completion_report_id: number; at: Date }>`
    select a.completion_report_id, a.attempt, a.at, a.outcome, a.http_status, a.code, a.receipt,
           left(a.body, 2000) as body, a.counted
    from learning.completion_report r
    cross join lateral (
      select * from learning.completion_report_answer a
      where a.completion_report_id = r.completion_report_id
      order by a.completion_report_answer_id desc limit 100) a
    where r.student_course_id = ${student_course_id}
    order by a.completion_report_answer_id desc`
  const byReport = Map.groupBy(answers, ({ completion_report_id }) => completion_report_id)
  return reports.map(({ user_id: _, ...report }) => ({
    ...report,
    answers: (byReport.get(report.completion_report_id) ?? []).map(({ completion_report_id, at, ...answer }) => ({
      ...answer,
      at: at.toISOString(),
    })),
  }))
}
