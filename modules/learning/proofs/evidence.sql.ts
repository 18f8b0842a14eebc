import { selectQuestions } from '#modules/catalogue/index.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { ReportState } from '#modules/learning/reporting/report.sql.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type IdentityCheck = {
  at: Date
  action: string
  method: string | null
  result: string | null
  /** The question of an attempt; null where questions are withheld. */
  question: string | null
  /** The reason for a lock: the contract's lk_student_course_status_reason_id. */
  lock_reason: number | null
  /** The text of an appeal or its reply, or the reason that staff gave; null for a reader who may not see them. */
  reason: string | null
}

type CheckRow = Omit<IdentityCheck, 'question'> & { question_id: number | null }

/** Every identity check of this course in the audit log, with the locks and unlocks and their reasons. */
export async function listIdentityChecks(
  ctx: Ctx,
  { student_course_id, user_id, course_version_id }: StudentCourse,
  withNames: boolean,
): Promise<IdentityCheck[]> {
  const rows = await ctx.sql<CheckRow>`
    select at, action, coalesce(after ->> 'method', after ->> 'methods') as method, after ->> 'result' as result,
           case when ${withNames} and action = 'security.try' then (after ->> 'question_id')::int end as question_id,
           case when action = 'security.lock' then (after ->> 'lk_student_course_status_reason_id')::int
           end as lock_reason,
           case when ${withNames} and action not in ('security.check', 'security.pass', 'security.fail', 'security.unlock')
                then coalesce(after ->> 'words', after ->> 'reply', after ->> 'reason') end as reason
    from platform.v_audit_event
    where subject_user_id = ${user_id} and subject = ${`student_course_id:${student_course_id}`}
      and action like 'security.%'
    order by audit_event_id`
  const ids = new Set(rows.flatMap(({ question_id }) => question_id ?? []))
  const questions = await selectQuestions(ctx, course_version_id, [...ids])
  const titles = new Map(questions.map(({ question_id, configuration }) => [question_id, configuration.title]))
  return rows.map(({ question_id, ...row }) => ({ ...row, question: titles.get(question_id ?? 0) ?? null }))
}

export type StatusChange = {
  at: Date
  from_status_id: number | null
  to_status_id: number
  reason: string | null
  /** The person who changed it, null for the server; a reader who may not see names sees only the role. */
  by: { user_id: number | null; name: string | null; role: 'student' | 'staff' } | null
}

type ChangeRow = Omit<StatusChange, 'by'> & { actor_user_id: number | null; name: string | null; student: boolean }

/** Every change of a course's status, in order; names of staff only with `withNames`. */
export async function listStatusChanges(
  { sql }: Ctx,
  student_course_id: number,
  withNames: boolean,
): Promise<StatusChange[]> {
  const rows = await sql<ChangeRow>`
    select c.at, c.from_status_id, c.to_status_id, c.reason, c.actor_user_id, c.actor_user_id = sc.user_id as student,
           p.first_name || ' ' || p.last_name as name
    from learning.student_course_status_change c
    join learning.v_student_course sc using (student_course_id)
    left join identity.v_person p on p.user_id = c.actor_user_id
    where c.student_course_id = ${student_course_id}
    order by c.student_course_status_change_id`
  return rows.map(({ actor_user_id, name, student, ...change }) => ({
    ...change,
    by: actor_user_id === null ? null : actorOf({ actor_user_id, name, student }, withNames),
  }))
}

function actorOf(
  { actor_user_id, name, student }: Pick<ChangeRow, 'actor_user_id' | 'name' | 'student'>,
  withNames: boolean,
): StatusChange['by'] {
  if (student) return { user_id: actor_user_id, name, role: 'student' }
  return withNames ? { user_id: actor_user_id, name, role: 'staff' } : { user_id: null, name: null, role: 'staff' }
}

export type UsedReinstatement = { used_at: Date; action: string }

export const listReinstatementsOf = ({ sql }: Ctx, student_course_id: number) => sql<UsedReinstatement>`
  select used_at, action from learning.course_reinstatement
  where student_course_id = ${student_course_id} and used_at is not null order by used_at`

export type StaffAdvance = {
  at: Date
  component_id: number
  advanced: number
  reason: string | null
  by: string | null
  approved_by: string | null
}

/** Every time staff moved the student forward; the reason and person are only for readers who may see names. */
export const listAdvancesOf = ({ sql }: Ctx, student_course_id: number, withNames: boolean) => sql<StaffAdvance>`
  select a.at, a.component_id, a.advanced, case when ${withNames} then a.reason end as reason,
         case when ${withNames} then m.first_name || ' ' || m.last_name end as by,
         case when ${withNames} then s.first_name || ' ' || s.last_name end as approved_by
  from learning.course_advance a
  left join identity.v_person m on m.user_id = a.advanced_by
  left join identity.v_person s on s.user_id = a.approved_by
  where a.student_course_id = ${student_course_id}
  order by a.course_advance_id`

export type IssuedCertificate = {
  certificate_number: string
  version: number
  /** The name on the certificate. */
  student_name: string
  /** The reason for another version; null for the first one. */
  because: 'update' | 'reissue' | null
  /** The reason that staff gave; null for a reader who may not see it. */
  reason: string | null
  issued_at: Date
  shipped_at: Date | null
  withdrawn_at: Date | null
  content_hash: string
}

export const listCertificatesOf = (
  { sql }: Ctx,
  { student_course_id, user_id }: Pick<StudentCourse, 'student_course_id' | 'user_id'>,
  withNames: boolean,
) => sql<IssuedCertificate>`
  select c.certificate_number, c.version, c.model ->> 'student_name' as student_name, e.because,
         case when ${withNames} then e.reason end as reason, c.issued_at, c.shipped_at, c.deleted_at as withdrawn_at,
         c.content_hash
  from learning.student_certificate c
  left join lateral (
    select substr(action, length('certificate.') + 1) as because, after ->> 'reason' as reason
    from platform.v_audit_event
    where subject_user_id = ${user_id} and action in ('certificate.update', 'certificate.reissue')
      and after ->> 'student_certificate_id' = c.student_certificate_id::text
    limit 1) e on true
  where c.student_course_id = ${student_course_id} order by c.version`

export type SentReport = {
  number: number
  agency: Agency
  state_code: string
  state: ReportState
  created_at: Date
  due_at: Date
  accepted_at: Date | null
  receipt: string | null
  code: string | null
  message: string | null
}

export const listReportsOf = ({ sql }: Ctx, student_course_id: number) => sql<SentReport>`
  select number, agency, state_code, state, created_at, due_at, accepted_at, receipt, code, message
  from learning.completion_report where student_course_id = ${student_course_id} order by completion_report_id`

export type ReportTry = {
  number: number
  attempt: number
  at: Date
  outcome: string
  code: string | null
  receipt: string | null
}

/** The agency's responses, the newest 500 in order. */
export const listReportTries = ({ sql }: Ctx, student_course_id: number) => sql<ReportTry>`
  select number, attempt, at, outcome, code, receipt from (
    select r.number, a.completion_report_answer_id, a.attempt, a.at, a.outcome, a.code, a.receipt
    from learning.completion_report_answer a join learning.completion_report r using (completion_report_id)
    where r.student_course_id = ${student_course_id}
    order by a.completion_report_answer_id desc limit 500) newest
  order by completion_report_answer_id`
