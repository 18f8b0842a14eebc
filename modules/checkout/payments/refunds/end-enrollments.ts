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
 * Ends the courses of refunded lines, and withdraws their retakes and reinstatements. Courses that can't be ended do
 * not block the refund: one completed while the gateway was being called stays, unless staff chose to end completed
 * courses. Returns the ids of ended courses.
 */
export async function endEnrollments(ctx: Ctx, lines: readonly RefundLine[]): Promise<number[]> {
  const ended_ids: number[] = []
  for (const { student_course_id, ends_completed } of await listEndingCourses(ctx, lines)) {
    // Unscoped, because the buyer and the course may belong to a parent organization of the seller.
    const { unscoped } = ctx
    const { lk_student_course_status_id: current } = await lockStudentCourse(unscoped, student_course_id)
    if (!mayBecome(current, status.refunded, 'payment') || (isComplete(current) && !ends_completed)) continue
    await changeStatus(unscoped, student_course_id, status.refunded, 'payment', { note: 'refund' })
    ended_ids.push(student_course_id)
  }
  for (const { order_item_id, ends_enrolment } of lines)
    if (ends_enrolment) await withdrawPaidExtras(ctx.unscoped, order_item_id)
  return ended_ids
}

async function listEndingCourses({ sql }: Ctx, lines: readonly RefundLine[]) {
  const endingLines = new Map(lines.filter((line) => line.ends_enrolment).map((line) => [line.order_item_id, line]))
  const rows = await sql<{ order_item_id: number; student_course_id: number }>`
    select order_item_id, student_course_id from checkout.order_item
    where order_item_id = any(${sql.array([...endingLines.keys()])}) and student_course_id is not null
    order by student_course_id`
  return rows.map((row) => ({ ...row, ends_completed: endingLines.get(row.order_item_id)!.ends_completed }))
}
