import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type Retake = { student_course_id: number; component_id: number; attempt_number: number }

/** Whether this further attempt has been paid for. */
export async function isRetakePaid(
  ctx: Ctx,
  { student_course_id, component_id, attempt_number }: Retake,
): Promise<boolean> {
  const [payment] = await ctx.sql`
    select 1 from learning.quiz_retake_payment
    where student_course_id = ${student_course_id} and component_id = ${component_id}
      and attempt_number = ${attempt_number}`
  return payment !== undefined
}

/**
 * Records that an order line paid for the next attempt at a quiz; for checkout. Idempotent: the same line, or a second
 * line for the same attempt, changes nothing and returns false.
 */
export async function recordRetakePayment(
  ctx: Ctx,
  payment: { student_course_id: number; component_id: number; order_item_id: number },
): Promise<boolean> {
  const { organization_id } = await selectStudentCourse(ctx, payment.student_course_id)
  const rows = await ctx.sql`
    insert into learning.quiz_retake_payment (organization_id, student_course_id, component_id, order_item_id, attempt_number)
    select ${organization_id}, ${payment.student_course_id}, ${payment.component_id}, ${payment.order_item_id}, max(attempt_number) + 1
    from learning.quiz_attempt
    where student_course_id = ${payment.student_course_id} and component_id = ${payment.component_id}
    having count(*) > 0
    on conflict do nothing`
  return rows.count > 0
}
