import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { AttemptStatus } from './attempt-status.ts'
import { recordQuizSubmission } from './submission.sql.ts'
import { graceSeconds } from './time-limit.shared.ts'

export type Attempt = {
  quiz_attempt_id: number
  organization_id: number
  student_course_id: number
  component_id: number
  quiz_id: number
  attempt_number: number
  lk_quiz_attempt_status_id: AttemptStatus
  /** The percentage required. */
  threshold: number
  started_at: Date
  expires_at: Date | null
  submitted_at: Date | null
  points: number | null
  total: number
  passed: boolean | null
  /** Counts staff decisions, so that a grader of an outdated version gets a conflict. */
  version: number
  /** The staff's comment to the student. */
  comment: string | null
  graded_by_user_id: number | null
  graded_at: Date | null
  /** Its time is over, but the attempt has not been ended yet. */
  overdue: boolean
}

export const grace = `${graceSeconds} seconds`

export const isOpenAttempt = (attempt: Attempt | null | undefined): attempt is Attempt => attempt?.submitted_at === null

const columns = (sql: Ctx['sql']) => sql`
  quiz_attempt_id, organization_id, student_course_id, component_id, quiz_id, attempt_number,
  lk_quiz_attempt_status_id, threshold::float8 as threshold, started_at, expires_at, submitted_at, points, total, passed,
  version, comment, graded_by_user_id, graded_at,
  submitted_at is null and expires_at is not null and expires_at + ${grace}::interval < platform.now() as overdue`

/** All attempts at one component's quiz, oldest first. */
export async function listAttempts(ctx: Ctx, student_course_id: number, component_id: number): Promise<Attempt[]> {
  return ctx.sql<Attempt>`
    select ${columns(ctx.sql)} from learning.quiz_attempt
    where student_course_id = ${student_course_id} and component_id = ${component_id}
    order by attempt_number`
}

/** All attempts of a student course, quiz by quiz. */
export async function listAttemptsOf({ sql }: Ctx, student_course_id: number): Promise<Attempt[]> {
  return sql<Attempt>`
    select ${columns(sql)} from learning.quiz_attempt
    where student_course_id = ${student_course_id}
    order by component_id, attempt_number`
}

/** All attempts of a student course at these quizzes, oldest first. */
export async function listAttemptsAt(ctx: Ctx, student_course_id: number, quiz_ids: readonly number[]) {
  return ctx.sql<Attempt>`
    select ${columns(ctx.sql)} from learning.quiz_attempt
    where student_course_id = ${student_course_id} and quiz_id = any(${ctx.sql.array(quiz_ids)}::int[])
    order by quiz_id, attempt_number`
}

/** The attempt with this id; notFound (404) for an unknown one. Callers must check whose it is. */
export async function selectAttempt(ctx: Ctx, quiz_attempt_id: number): Promise<Attempt> {
  const [attempt] = await ctx.sql<Attempt>`
    select ${columns(ctx.sql)} from learning.quiz_attempt where quiz_attempt_id = ${quiz_attempt_id}`
  if (!attempt) throw errors.notFound()
  return attempt
}

export type NewAttempt = Pick<
  Attempt,
  'organization_id' | 'student_course_id' | 'component_id' | 'quiz_id' | 'attempt_number' | 'threshold' | 'total'
>

/** Starts an attempt; `seconds` is the time for the whole quiz, null without a timer. */
export async function insertAttempt(ctx: Ctx, attempt: NewAttempt, seconds: number | null): Promise<number> {
  const { sql } = ctx
  const [row] = await sql<{ quiz_attempt_id: number }>`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      threshold, total, started_at, expires_at)
    select ${attempt.organization_id}, ${attempt.student_course_id}, ${attempt.component_id}, ${attempt.quiz_id},
      ${attempt.attempt_number}, ${attempt.threshold}, ${attempt.total}, clock.now,
      clock.now + ${seconds}::float8 * interval '1 second'
    from (select platform.now() as now) clock
    returning quiz_attempt_id`
  return row!.quiz_attempt_id
}

/** Ends an attempt with its result, or changes the result of an ended one. */
export async function updateAttemptResult(
  ctx: Ctx,
  { quiz_attempt_id, student_course_id }: Pick<Attempt, 'quiz_attempt_id' | 'student_course_id'>,
  result: { lk_quiz_attempt_status_id: AttemptStatus; points: number; passed: boolean | null },
): Promise<void> {
  await ctx.sql`
    update learning.quiz_attempt
    set ${ctx.sql(result)}, submitted_at = coalesce(submitted_at, platform.now())
    where quiz_attempt_id = ${quiz_attempt_id}`
  await recordQuizSubmission(ctx, student_course_id)
}

/** Records who decided about an attempt, and their message to the student. */
export async function updateGrader(
  ctx: Ctx,
  quiz_attempt_id: number,
  { user_id, comment }: { user_id: number; comment: string | null },
): Promise<void> {
  await ctx.sql`
    update learning.quiz_attempt
    set graded_by_user_id = ${user_id}, graded_at = platform.now(), comment = ${comment}, version = version + 1
    where quiz_attempt_id = ${quiz_attempt_id}`
}
