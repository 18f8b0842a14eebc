import type { Ctx } from '../../../platform/ctx.ts'
import { attemptStatus } from '../quiz/attempt-status.ts'

/** Whether staff have sent something back that its student has not corrected yet: a quiz, or an answer of the registration. */
export async function isWithStudent({ sql }: Ctx, student_course_id: number): Promise<boolean> {
  const [found] = await sql<{ found: boolean }>`
    select exists (
      select from learning.quiz_attempt a
      where a.student_course_id = ${student_course_id}
        and a.lk_quiz_attempt_status_id = ${attemptStatus.needsAttention}
        and not exists (select from learning.quiz_attempt o
                        where o.student_course_id = a.student_course_id and o.component_id = a.component_id
                          and (o.passed or o.attempt_number > a.attempt_number))
    ) or exists (
      select from learning.registration_answer
      where student_course_id = ${student_course_id} and rejected_at is not null
    ) as found`
  return found!.found
}
