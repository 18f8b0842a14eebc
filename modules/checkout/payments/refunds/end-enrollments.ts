import {
  changeStatus,
  isComplete,
  lockStudentCourse,
  mayBecome,
  status,
  withdrawPaid,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RefundLine } from './refund-attempt.sql.ts'

/**
 * Ends the courses of the lines that were given back, and takes back what else they paid for; answers which courses. A course that was completed while the gateway was
 * asked stays, unless staff knew that it was: what cannot end keeps no money from going back.
 */
export async function endEnrollments(ctx: Ctx, lines: readonly RefundLine[]): Promise<number[]> {
  const ended: number[] = []
  for (const { student_course_id, ends_completed } of await listEnding(ctx, lines)) {
    // A buyer may belong to an organization above the site that sold: so does the course.
    const { unscoped } = ctx
    const { lk_student_course_status_id: at } = await lockStudentCourse(unscoped, student_course_id)
    if (!mayBecome(at, status.refunded, 'payment') || (isComplete(at) && !ends_completed)) continue
    await changeStatus(unscoped, student_course_id, status.refunded, 'payment', { note: 'refund' })
    ended.push(student_course_id)
  }
  for (const { order_item_id, ends_enrolment } of lines)
    if (ends_enrolment) await withdrawPaid(ctx.unscoped, order_item_id)
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
