import type { Ctx } from '#platform/ctx.ts'
import { attemptStatus } from './attempt-status.ts'

/** Whether any attempt at this component's quiz was passed. */
export async function hasPassedQuiz(ctx: Ctx, student_course_id: number, component_id: number): Promise<boolean> {
  const [row] = await ctx.sql`
    select 1 from learning.quiz_attempt
    where student_course_id = ${student_course_id} and component_id = ${component_id} and passed
    limit 1`
  return row !== undefined
}

/** A student course's components with a passed quiz. */
async function listPassedQuizzes(ctx: Ctx, student_course_id: number): Promise<number[]> {
  const rows = await ctx.sql<{ component_id: number }>`
    select distinct component_id from learning.quiz_attempt
    where student_course_id = ${student_course_id} and passed`
  return rows.map((row) => row.component_id)
}

/**
 * The components whose quiz awaits grading. The student may continue, but the course is not complete until this list is
 * empty.
 */
export async function listQuizzesInReview(ctx: Ctx, student_course_id: number): Promise<number[]> {
  const waitingStatuses = [attemptStatus.inReview, attemptStatus.needsAttention, attemptStatus.fixed]
  const rows = await ctx.sql<{ component_id: number }>`
    select component_id from learning.quiz_attempt
    where student_course_id = ${student_course_id} and lk_quiz_attempt_status_id = any(${waitingStatuses}::int[])
    group by component_id`
  const passedIds = new Set(await listPassedQuizzes(ctx, student_course_id))
  return rows.map((row) => row.component_id).filter((component_id) => !passedIds.has(component_id))
}
