import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'

/**
 * Whether the student must still correct something that staff sent back: a quiz, or a registration answer. `id` is the
 * course's.
 */
export const withStudent = ({ sql }: Pick<Ctx, 'sql'>, id: Fragment): Fragment => sql`
  (exists (
    select from learning.quiz_attempt a
    where a.student_course_id = ${id} and a.lk_quiz_attempt_status_id = ${attemptStatus.needsAttention}
      and not exists (select from learning.quiz_attempt o
                      where o.student_course_id = a.student_course_id and o.component_id = a.component_id
                        and (o.passed or o.attempt_number > a.attempt_number))
  ) or exists (
    select from learning.registration_answer ra where ra.student_course_id = ${id} and ra.rejected_at is not null
  ))`

/** The same for one course. */
export async function isWithStudent(ctx: Pick<Ctx, 'sql'>, student_course_id: number): Promise<boolean> {
  const [row] = await ctx.sql<{ found: boolean }>`
    select ${withStudent(ctx, ctx.sql`${student_course_id}`)} as found`
  return row!.found
}
