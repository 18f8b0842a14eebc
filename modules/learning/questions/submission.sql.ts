import { completeStatuses, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literals } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { holds } from '#platform/permissions.ts'
import { attemptStatus } from './attempt-status.ts'

/** Attempts that wait for grading: submitted, or corrected by the student. */
const waitingAttempts: readonly number[] = [attemptStatus.inReview, attemptStatus.fixed]

/** Updates a course's row in the staff list of quizzes. Called when an attempt ends or its result changes. */
export async function recordQuizSubmission({ sql }: Ctx, student_course_id: number): Promise<void> {
  await sql`
    insert into learning.submission as s (student_course_id, kind, organization_id, finished_at, waiting)
    select student_course_id, 'quiz', organization_id, max(submitted_at),
           count(*) filter (where lk_quiz_attempt_status_id = any(${sql.array(waitingAttempts)}::int[]))
    from learning.quiz_attempt
    where student_course_id = ${student_course_id} and submitted_at is not null
    group by student_course_id, organization_id
    on conflict (student_course_id, kind) do update
    set finished_at = excluded.finished_at, waiting = excluded.waiting`
}

/** Updates a course's row in the staff list of documents; `waiting` is the number of undecided documents. */
export async function recordDocumentSubmission({ sql }: Ctx, student_course_id: number): Promise<void> {
  await sql`
    insert into learning.submission as s (student_course_id, kind, organization_id, finished_at, waiting)
    select a.student_course_id, 'document', a.organization_id, max(d.created_at),
           count(*) filter (where a.accepted_at is null and a.rejected_at is null and a.needs_review)
    from learning.registration_answer a
    join learning.registration_document d
      on d.student_course_id = a.student_course_id and a.answer = to_jsonb(d.attachment_id)
    where a.student_course_id = ${student_course_id}
    group by a.student_course_id, a.organization_id
    on conflict (student_course_id, kind) do update
    set finished_at = excluded.finished_at, waiting = excluded.waiting`
}

/** Statuses in which the whole course waits for staff. */
export const reviewStatuses: readonly number[] = [status.inReview, status.grading, status.fixed]
/** Statuses of a course that has ended, in which nothing is reviewed anymore. */
const endedStatuses = [status.failed, status.disabled, status.expired, status.refunded, ...completeStatuses]

/**
 * The submissions (`s`) that await review: either the whole course (`c`) waits, or it continues while an answer or a
 * document in it waits.
 */
const awaitingSql = (sql: Sql): Fragment => sql`
  from learning.submission s join learning.student_course c using (student_course_id)
  where s.waiting > 0 and c.lk_student_course_status_id not in (${literals(sql, endedStatuses)})`

/** The ids of the courses whose quizzes, or documents, await review. */
export const awaitingReviewSql = (sql: Sql, kind: 'quiz' | 'document'): Fragment => sql`
  select s.student_course_id ${awaitingSql(sql)} and s.kind = ${kind}
  union
  select c.student_course_id from learning.student_course c
  where c.lk_student_course_status_id in (${literals(sql, reviewStatuses)})`

/** Limits the count, and so the cost of a tile. */
const maxCount = 10_000

/** The number (`n`) of courses that continue while something in them awaits review. */
export const runningReviewsSql = (sql: Sql, scope: readonly number[]): Fragment => sql`
  select count(*)::int as n from (
    select distinct s.student_course_id ${awaitingSql(sql)}
      and s.organization_id = any(${sql.array([...scope])}::int[])
      and c.lk_student_course_status_id not in (${literals(sql, reviewStatuses)})
    limit ${maxCount}) waiting`

/** The rows of both lists of submissions that await review. */
export async function countAwaiting({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>) {
  const rows = await sql<{ kind: 'quiz' | 'document'; n: number }>`
    select kind, count(*)::int as n from (
      select s.kind from learning.submission s join learning.student_course c using (student_course_id)
      where s.organization_id = any(${sql.array(organization.scope)})
        and (s.waiting > 0 and c.lk_student_course_status_id not in (${literals(sql, endedStatuses)})
          or c.lk_student_course_status_id in (${literals(sql, reviewStatuses)}))
      limit ${maxCount}) waiting group by kind`
  const countOf = (kind: 'quiz' | 'document') => rows.find((row) => row.kind === kind)?.n ?? 0
  return { quizzes: countOf('quiz'), documents: countOf('document') }
}

/** The age in whole days of the oldest answer or document that awaits review; null if none does. */
export async function ageReviews({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<number | null> {
  const [row] = await sql<{ age: number | null }>`
    select floor(extract(epoch from platform.now() - min(s.finished_at)) / 86400)::int as age ${awaitingSql(sql)}
      and s.organization_id = any(${sql.array(organization.scope)})`
  return row!.age
}

/** The number of courses with a quiz or document for the signed-in staff to review; zero without the permission. */
export async function countWaiting(ctx: Ctx): Promise<number> {
  if (!holds(ctx.actor, 'MANAGE_COURSES:READ')) return 0
  const { sql, organization } = ctx
  const [row] = await sql<{ total: number }>`
    select count(distinct s.student_course_id)::integer as total ${awaitingSql(sql)}
      and s.organization_id = any(${sql.array(organization.scope)})`
  return row!.total
}
