import {
  changeStatus,
  isComplete,
  lockStudentCourse,
  mayBecome,
  status,
  withdrawPaidExtras,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RefundLine } from './refund-attempt.sql.ts'

/**
 * Ends the courses of refunded lines, and withdraws their other purchases; returns the courses. A course completed
 * while the gateway was being called stays, unless staff knew that: a course that can't end does not block a refund.
 */
export async function endEnrollments(ctx: Ctx, lines: readonly RefundLine[]): Promise<number[]> {
  const ended: number[] = []
  for (const { student_course_id, ends_completed } of await listEnding(ctx, lines)) {
    // The buyer, and so the course, may belong to an organization above the seller.
    const { unscoped } = ctx
    const { lk_student_course_status_id: at } = await lockStudentCourse(unscoped, student_course_id)
    if (!mayBecome(at, status.refunded, 'payment') || (isComplete(at) && !ends_completed)) continue
    await changeStatus(unscoped, student_course_id, status.refunded, 'payment', { note: 'refund' })
    ended.push(student_course_id)
  }
  for (const { order_item_id, ends_enrolment } of lines)
    if (ends_enrolment) await withdrawPaidExtras(ctx.unscoped, order_item_id)
  return ended
}

async function listEnding({ sql }: Ctx, lines: readonly RefundLine[]) {
  const ending = new Map(lines.filter((line) => line.ends_enrolment).map((line) => [line.order_item_id, line]))
  const rows = await sql<{ order_item_id: number; student_course_id: number }>`
    select order_item_id, student_course_id from checkout.order_item
    where order_item_id = any(${sql.array([...ending.keys()])}) and student_course_id is not null
    order by student_course_id`
  return rows.map((row) => ({ ...row, ends_completed: ending.get(row.order_item_id)!.ends_completed }))
}
