import type { Ctx } from '#platform/ctx.ts'

/**
 * Withdraws the extras that a refunded order line paid for: a retake that was not started, or a reinstatement that was
 * not used. Used ones stay. Idempotent.
 */
export async function withdrawPaidExtras({ sql }: Pick<Ctx, 'sql'>, order_item_id: number): Promise<void> {
  await sql`
    delete from learning.quiz_retake_payment p
    where p.order_item_id = ${order_item_id} and not exists (
      select from learning.quiz_attempt a
      where a.student_course_id = p.student_course_id and a.component_id = p.component_id
        and a.attempt_number >= p.attempt_number)`
  await sql`
    delete from learning.course_reinstatement where order_item_id = ${order_item_id} and used_at is null`
}
