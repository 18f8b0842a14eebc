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
 * Stops the courses of a payment that was taken back. A completed course stays: its certificate is flagged, and a
 * person withdraws it. A course that another chargeback has stopped is held by this one, too. Returns the stopped
 * courses.
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
    await ctx.sql`
      insert into checkout.chargeback_course ${ctx.sql({ chargeback_id, organization_id, student_course_id })}
      on conflict do nothing`
    if (at === status.disabled && (await changerOf(unscoped, course)) === 'payment') continue
    await changeStatus(unscoped, student_course_id, status.disabled, 'payment', { note: 'chargeback' })
    stopped.push(student_course_id)
  }
  return stopped
}

/** Reopens the courses that this chargeback held, unless another one holds them or staff have changed them since. */
export async function reopenCourses(ctx: Ctx, { chargeback_id }: Chargeback): Promise<number[]> {
  const { sql, unscoped } = ctx
  const courses = await sql<{ student_course_id: number }>`
    delete from checkout.chargeback_course where chargeback_id = ${chargeback_id} returning student_course_id`
  const reopened: number[] = []
  for (const { student_course_id } of courses.toSorted((a, b) => a.student_course_id - b.student_course_id)) {
    // Locks the course first, so that a concurrent chargeback is seen.
    await lockStudentCourse(unscoped, student_course_id)
    if (await isHeldByChargeback(ctx, student_course_id)) continue
    if (await undoDisabling(unscoped, student_course_id, 'payment', 'chargeback')) reopened.push(student_course_id)
  }
  return reopened
}

/** Whether an open or lost chargeback holds a course. */
async function isHeldByChargeback({ sql }: Ctx, student_course_id: number): Promise<boolean> {
  const [hold] = await sql`
    select from checkout.chargeback_course h join checkout.chargeback c using (chargeback_id)
    where h.student_course_id = ${student_course_id} and c.state <> 'won' limit 1`
  return hold !== undefined
}
