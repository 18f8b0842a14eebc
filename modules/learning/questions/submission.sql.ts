import type { Ctx } from '#platform/ctx.ts'
import { holds } from '#platform/permissions.ts'
import { attemptStatus } from './attempt-status.ts'

/** Attempts that wait for a grader: submitted, or corrected by their student. */
const waitingAttempts: readonly number[] = [attemptStatus.inReview, attemptStatus.fixed]

/** Brings the row that staff see of a course's quizzes up to date. Called where an attempt ends or gets another result. */
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

/** The same of the documents of its registration; `waiting` counts those not yet accepted or refused. */
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

/** How many courses wait for the signed-in staff to read a quiz or a document; none for those who may not see them. */
export async function countWaiting(ctx: Ctx): Promise<number> {
  if (!holds(ctx.actor, 'MANAGE_COURSES:READ')) return 0
  const [row] = await ctx.sql<{ total: number }>`
    select count(*)::integer as total from learning.submission
    where waiting > 0 and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  return row!.total
}
