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
 * Disables the courses of a payment that was charged back. A completed course stays: its certificate is flagged, and
 * staff decide about it. A course that another chargeback has disabled is also recorded for this one. Returns the ids
 * of newly disabled courses.
 */
export async function stopCourses(
  ctx: Ctx,
  { chargeback_id, organization_id, order_id }: Chargeback,
): Promise<number[]> {
  const courses = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from checkout.order_item
    where order_id = ${order_id} and student_course_id is not null order by student_course_id`
  const stopped_ids: number[] = []
  for (const { student_course_id } of courses) {
    // Unscoped, because the buyer and the course may belong to a parent organization of the seller.
    const { unscoped } = ctx
    const course = await lockStudentCourse(unscoped, student_course_id)
    const current = course.lk_student_course_status_id
    if (!mayBecome(current, status.disabled, 'payment')) continue
    await ctx.sql`
      insert into checkout.chargeback_course ${ctx.sql({ chargeback_id, organization_id, student_course_id })}
      on conflict do nothing`
    if (current === status.disabled && (await changerOf(unscoped, course)) === 'payment') continue
    await changeStatus(unscoped, student_course_id, status.disabled, 'payment', { note: 'chargeback' })
    stopped_ids.push(student_course_id)
  }
  return stopped_ids
}

/**
 * Reopens the courses that this chargeback disabled, unless another one still does or staff have changed them since.
 */
export async function reopenCourses(ctx: Ctx, { chargeback_id }: Chargeback): Promise<number[]> {
  const { sql, unscoped } = ctx
  const courses = await sql<{ student_course_id: number }>`
    delete from checkout.chargeback_course where chargeback_id = ${chargeback_id} returning student_course_id`
  const reopened_ids: number[] = []
  for (const { student_course_id } of courses.toSorted((a, b) => a.student_course_id - b.student_course_id)) {
    // Locks the course first, so that a concurrent chargeback is seen.
    await lockStudentCourse(unscoped, student_course_id)
    if (await isDisabledByChargeback(ctx, student_course_id)) continue
    if (await undoDisabling(unscoped, student_course_id, 'payment', 'chargeback')) reopened_ids.push(student_course_id)
  }
  return reopened_ids
}

/** Whether an open or lost chargeback keeps a course disabled. */
async function isDisabledByChargeback({ sql }: Ctx, student_course_id: number): Promise<boolean> {
  const [hold] = await sql`
    select from checkout.chargeback_course h join checkout.chargeback c using (chargeback_id)
    where h.student_course_id = ${student_course_id} and c.state <> 'won' limit 1`
  return hold !== undefined
}
