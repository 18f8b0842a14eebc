import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { enrolled } from '#modules/learning/facts.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { insertStudentCourse } from '#modules/learning/status/insert-student-course.ts'
import { isUnpaid, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { updateExpiry } from './reinstatement.sql.ts'

export type Enrollment = {
  user_id: number
  organization_id: number
  course_website_id: number
  /** The version that was on sale; the student keeps it. */
  course_version_id: number
  lk_shipping_type_id: number | null
  audio_ind: boolean
  /** The paid order line; the same line enrolls once. */
  order_item_id: number
  paid: boolean
  purchased_via?: string | null
  /** Sends the student no email. */
  quiet?: boolean
}

/** The instant this many days from now; null (no end) for null. */
export const daysFromNow = ({ now }: Pick<Ctx, 'now'>, days: number | null): Date | null =>
  days ? new Date(now.getTime() + days * 86_400_000) : null

/**
 * Opens the course bought with an order line. Idempotent: the same order line always returns the same student course.
 * A course that awaited payment opens when the line is paid, and its days count from then.
 */
export async function enroll(ctx: Ctx, enrollment: Enrollment): Promise<{ student_course_id: number }> {
  const { paid, purchased_via = null, quiet, ...courseData } = enrollment
  const { registration_expires_after_days } = await selectCourseVersion(ctx, enrollment.course_version_id)
  const expires_at = daysFromNow(ctx, registration_expires_after_days)
  const createdCourse = await insertStudentCourse(ctx, { ...courseData, purchased_via, expires_at }, { paid })
  if (createdCourse) {
    await ctx.emit(enrolled, { ...createdCourse, ...(quiet && { quiet: true as const }) })
    return createdCourse
  }
  const { student_course_id, status_id } = await selectEnrollment(ctx, enrollment.order_item_id)
  if (paid && isUnpaid(status_id)) {
    await changeStatus(ctx, student_course_id, status.paidNotRegistered, 'payment')
    await updateExpiry(ctx, student_course_id, expires_at)
  }
  return { student_course_id }
}

/** Closes the enrollment of an order line that will not be paid; a paid one stays. */
export async function closeUnpaid(ctx: Ctx, order_item_id: number): Promise<void> {
  const { student_course_id, status_id } = await selectEnrollment(ctx, order_item_id)
  if (isUnpaid(status_id))
    await changeStatus(ctx, student_course_id, status.disabled, 'payment', { note: 'order cancelled' })
}

async function selectEnrollment({ sql }: Ctx, order_item_id: number) {
  const [existing] = await sql<{ student_course_id: number; status_id: number }>`
    select student_course_id, lk_student_course_status_id as status_id from learning.student_course
    where order_item_id = ${order_item_id}`
  return existing!
}
