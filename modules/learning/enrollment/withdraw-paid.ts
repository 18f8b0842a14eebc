import type { Ctx } from '#platform/ctx.ts'

/**
 * Takes back what an order line paid for beside a course, where its money was given back: a retake that no one has
 * begun, a reinstatement that has not been taken up. What was used stays as it is. Idempotent.
 */
export async function withdrawPaid({ sql }: Pick<Ctx, 'sql'>, order_item_id: number): Promise<void> {
  await sql`
    delete from learning.quiz_retake_payment p
    where p.order_item_id = ${order_item_id} and not exists (
      select from learning.quiz_attempt a
      where a.student_course_id = p.student_course_id and a.component_id = p.component_id
        and a.attempt_number >= p.attempt_number)`
  await sql`
    delete from learning.course_reinstatement where order_item_id = ${order_item_id} and used_at is null`
}
