import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'

type ArchivedKinds =
  | 'student_progress'
  | 'watched_video'
  | 'quiz_attempt'
  | 'quiz_answer'
  | 'inline_answer'
  | 'quiz_retake_payment'
  | 'returned_answer'

/**
 * Starts a course over: archives progress, attempts and answers unchanged. The seat time ledger stays as a record, but
 * the course's time counts from zero. The caller must hold the course's lock.
 */
export async function resetProgress(ctx: Ctx, course: StudentCourse, course_reinstatement_id: number): Promise<void> {
  const { sql } = ctx
  const { student_course_id, organization_id } = course
  const ofCourse = sql`student_course_id = ${student_course_id}`
  const ofProgress = sql`
    student_progress_id in (select student_progress_id from learning.student_progress where ${ofCourse})`
  const ofAttempts = sql`quiz_attempt_id in (select quiz_attempt_id from learning.quiz_attempt where ${ofCourse})`
  // The student keeps a paid attempt that was not started.
  const spentAttempts = sql`${ofCourse} and attempt_number <= (
    select max(a.attempt_number) from learning.quiz_attempt a
    where a.student_course_id = p.student_course_id and a.component_id = p.component_id)`
  const archive = (kind: ArchivedKinds, condition: Fragment) => sql`
    insert into learning.reset_record (organization_id, course_reinstatement_id, kind, was)
    select ${organization_id}, ${course_reinstatement_id}, ${kind}, to_jsonb(p) from learning.${sql(kind)} p
    where ${condition}`
  await archive('student_progress', ofCourse)
  await archive('watched_video', ofProgress)
  await archive('quiz_answer', ofAttempts)
  await archive('returned_answer', ofAttempts)
  await archive('quiz_attempt', ofCourse)
  await archive('inline_answer', ofCourse)
  await archive('quiz_retake_payment', spentAttempts)
  await sql`delete from learning.watched_video where ${ofProgress}`
  await sql`delete from learning.quiz_retake_payment p where ${spentAttempts}`
  await sql`delete from learning.quiz_answer where ${ofAttempts}`
  await sql`delete from learning.quiz_attempt where ${ofCourse}`
  await sql`delete from learning.submission where ${ofCourse} and kind = 'quiz'`
  await sql`delete from learning.inline_answer where ${ofCourse}`
  await sql`
    update learning.student_progress
    set credited_ms = 0, completed_at = null, advanced_ind = false, break_started_at = null
    where ${ofCourse}`
  // These rows stay as the record; a late result no longer counts.
  await sql`
    update learning.external_exam set cleared_at = platform.now(), ask_at = null where ${ofCourse} and cleared_at is null`
  await sql`update learning.student_course set current_component_id = null where ${ofCourse}`
}
