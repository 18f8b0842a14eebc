import type { Ctx } from '../../../platform/ctx.ts'
import { quizAttemptStatus } from '../../../platform/lookups.ts'
import { holds } from '../../../platform/permissions.ts'

/** How many submissions wait for the grade of the signed-in staff; none for those who may not see them. */
export async function countInReview(ctx: Ctx): Promise<number> {
  if (!holds(ctx.actor, 'MANAGE_COURSES:READ')) return 0
  const [row] = await ctx.sql<{ total: number }>`
    select count(*)::integer as total from learning.quiz_attempt
    where lk_quiz_attempt_status_id = ${quizAttemptStatus.InReview}
      and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  return row!.total
}
