import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { ExamKind, Remark } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ExamState } from './exam-state.shared.ts'

export type ExternalExam = {
  external_exam_id: number
  student_course_id: number
  organization_id: number
  kind: ExamKind
  reference: string
  state: ExamState
  provider: string
  provider_exam: string | null
  provider_attempt: string | null
  launch_url: string | null
  score: number | null
  exam_passed: boolean | null
  remarks: Remark[]
  created_at: Date
  authorized_at: Date | null
  started_at: Date | null
  finished_at: Date | null
  decided_at: Date | null
  reviewed_at: Date | null
  reviewed_by_user_id: number | null
  accepted: boolean | null
  review_note: string | null
  cleared_at: Date | null
}

const columns = (sql: Ctx['sql']) => sql`
  external_exam_id, student_course_id, organization_id, kind, reference, state, provider, provider_exam,
  provider_attempt, launch_url, score, exam_passed, remarks, created_at, authorized_at, started_at, finished_at,
  decided_at, reviewed_at, reviewed_by_user_id, accepted, review_note, cleared_at`

/** A course's sessions that count, newest first. */
export const listExams = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<ExternalExam[]> =>
  sql<ExternalExam>`
    select ${columns(sql)} from learning.external_exam
    where student_course_id = ${student_course_id} and cleared_at is null
    order by external_exam_id desc limit 100`

/** All sessions of a course, for staff. */
export const listAllExams = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<ExternalExam[]> =>
  sql<ExternalExam>`
    select ${columns(sql)} from learning.external_exam
    where student_course_id = ${student_course_id}
    order by external_exam_id desc limit 100`

export async function findExam({ sql }: Pick<Ctx, 'sql'>, external_exam_id: number): Promise<ExternalExam | undefined> {
  const [exam] = await sql<ExternalExam>`
    select ${columns(sql)} from learning.external_exam where external_exam_id = ${external_exam_id}`
  return exam
}

/** A new session. The caller must hold the course's lock and have checked that none is open. */
export async function insertExam(
  { sql }: Ctx,
  { student_course_id, organization_id }: StudentCourse,
  session: { kind: ExamKind; provider: string },
): Promise<ExternalExam> {
  const [exam] = await sql<ExternalExam>`
    insert into learning.external_exam ${sql({ ...session, student_course_id, organization_id })}
    returning ${columns(sql)}`
  return exam!
}

type Change = Partial<
  Pick<
    ExternalExam,
    'state' | 'provider_exam' | 'provider_attempt' | 'launch_url' | 'score' | 'exam_passed' | 'remarks'
  >
>

/** Moves a session to a state, recording when we learned of it. The caller must check that the move is allowed. */
export async function updateExam(
  { sql }: Ctx,
  { external_exam_id }: Pick<ExternalExam, 'external_exam_id'>,
  { remarks, ...change }: Change & { state: ExamState },
): Promise<ExternalExam> {
  const row = { ...change, ...(remarks && { remarks: sql.json(remarks) }) }
  const [exam] = await sql<ExternalExam>`
    update learning.external_exam set ${sql(row)},
      authorized_at = coalesce(authorized_at, case when ${change.state} <> 'cancelled' then platform.now() end),
      started_at = coalesce(started_at, case when ${change.state} = 'started' then platform.now() end),
      finished_at = coalesce(finished_at, case when ${change.state} in ('finished', 'passed', 'failed', 'violation')
                                          then platform.now() end),
      decided_at = coalesce(decided_at, case when ${change.state} in ('passed', 'failed', 'violation', 'cancelled')
                                        then platform.now() end)
    where external_exam_id = ${external_exam_id}
    returning ${columns(sql)}`
  return exam!
}

/**
 * Schedules the next poll of the provider: after a minute, then at growing intervals up to an hour; or ends polling.
 */
export async function updateAskAt(
  { sql }: Ctx,
  { external_exam_id }: Pick<ExternalExam, 'external_exam_id'>,
  isScheduled: boolean,
): Promise<void> {
  await sql`
    update learning.external_exam
    set asks = asks + 1,
        ask_at = case when ${isScheduled} then platform.now() + least(power(2, least(asks, 10)), 60) * interval '1 minute' end
    where external_exam_id = ${external_exam_id}`
}
