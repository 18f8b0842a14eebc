import type { Ctx } from '#platform/ctx.ts'
import { holds } from '#platform/permissions.ts'
import { attemptStatus } from './attempt-status.ts'

/** Attempts that wait for grading: submitted, or corrected by the student. */
const waitingAttempts: readonly number[] = [attemptStatus.inReview, attemptStatus.fixed]

/** Updates the row about a course's quizzes that staff see. Called when an attempt ends or its result changes. */
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

/** The same for its registration documents; `waiting` counts the undecided ones. */
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

/**
 * How many courses wait for the signed-in staff to review a quiz or a document; zero for staff without that permission.
 */
export async function countWaiting(ctx: Ctx): Promise<number> {
  if (!holds(ctx.actor, 'MANAGE_COURSES:READ')) return 0
  const [row] = await ctx.sql<{ total: number }>`
    select count(*)::integer as total from learning.submission
    where waiting > 0 and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  return row!.total
}
