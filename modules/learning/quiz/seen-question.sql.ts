import type { Ctx } from '../../../platform/ctx.ts'
import { userOf } from '../../../platform/permissions.ts'
import { listInlineQuizzes } from './inline-quizzes.ts'

/**
 * The course version in which the signed-in student has come to see a question: it was shown in an attempt, or it is an
 * inline question of a component that they have opened. Null for every other question.
 */
export async function findSeenIn(ctx: Ctx, question_id: number): Promise<number | null> {
  const { user_id } = userOf(ctx)
  const [shown] = await ctx.sql<{ course_version_id: number }>`
    select sc.course_version_id
    from learning.student_course sc
    join learning.quiz_attempt t using (student_course_id)
    join learning.quiz_answer a using (quiz_attempt_id)
    where sc.user_id = ${user_id} and a.question_id = ${question_id} and a.served_at is not null
    order by sc.student_course_id desc limit 1`
  if (shown) return shown.course_version_id
  const opened = await ctx.sql<{ course_version_id: number; component_id: number }>`
    select sc.course_version_id, p.component_id
    from learning.student_course sc
    join learning.student_progress p using (student_course_id)
    where sc.user_id = ${user_id}
    order by sc.student_course_id desc`
  for (const { course_version_id, component_id } of opened) {
    const quizzes = await listInlineQuizzes(ctx, course_version_id)
    const asked = quizzes.some((quiz) => quiz.component_id === component_id && quiz.question_ids.includes(question_id))
    if (asked) return course_version_id
  }
  return null
}

/** The newest course version with this question among the courses that the organization and those below it sell. */
export async function findTaughtIn(ctx: Ctx, question_id: number): Promise<number | null> {
  const { sql, organization } = ctx
  const [found] = await sql<{ course_version_id: number }>`
    select q.course_version_id
    from catalogue.v_question q
    join catalogue.v_course_version v using (course_version_id)
    where q.question_id = ${question_id}
      and exists (select 1 from catalogue.v_course_website w
                  where w.course_id = v.course_id and w.organization_id = any(${sql.array(organization.scope)}::int[]))
    order by q.course_version_id desc limit 1`
  return found?.course_version_id ?? null
}
