import {
  changerOf,
  changeStatus,
  lockStudentCourse,
  mayBecome,
  status,
  undoDisabling,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Chargeback } from './chargeback.sql.ts'

/**
 * Stops the courses of a charged-back payment. A completed course stays: its certificate is flagged, and a person
 * withdraws it. Returns the stopped ones.
 */
export async function stopCourses(
  ctx: Ctx,
  { chargeback_id, organization_id, order_id }: Chargeback,
): Promise<number[]> {
  const courses = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from checkout.order_item
    where order_id = ${order_id} and student_course_id is not null order by student_course_id`
  const stopped: number[] = []
  for (const { student_course_id } of courses) {
    // The buyer, and so the course, may belong to an organization above the seller.
    const { unscoped } = ctx
    const course = await lockStudentCourse(unscoped, student_course_id)
    const at = course.lk_student_course_status_id
    if (!mayBecome(at, status.disabled, 'payment')) continue
    if (at === status.disabled && (await changerOf(unscoped, course)) === 'payment') continue
    await changeStatus(unscoped, student_course_id, status.disabled, 'payment', { note: 'chargeback' })
    await ctx.sql`
      insert into checkout.chargeback_course ${ctx.sql({ chargeback_id, organization_id, student_course_id })}`
    stopped.push(student_course_id)
  }
  return stopped
}

/** Reopens courses that this chargeback stopped, unless another one stops them or staff have moved them since. */
export async function reopenCourses(ctx: Ctx, { chargeback_id }: Chargeback): Promise<number[]> {
  const { sql, unscoped } = ctx
  const courses = await sql<{ student_course_id: number }>`
    delete from checkout.chargeback_course where chargeback_id = ${chargeback_id} returning student_course_id`
  const reopened: number[] = []
  for (const { student_course_id } of courses.toSorted((a, b) => a.student_course_id - b.student_course_id)) {
    if (await undoDisabling(unscoped, student_course_id, 'payment', 'chargeback')) reopened.push(student_course_id)
  }
  return reopened
}
