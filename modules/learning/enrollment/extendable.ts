import { findStatusBefore } from '#modules/learning/status/status-change.sql.ts'
import { isExtendable, isUnpaid, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type Course = Pick<StudentCourse, 'student_course_id' | 'lk_student_course_status_id' | 'expires_at'>

/**
 * The error with which an extension of the course is refused, null if staff can extend it. A course whose order was
 * canceled was never paid for.
 */
export async function findExtensionRefusal(ctx: Ctx, course: Course): Promise<'notExtendable' | 'noEnd' | null> {
  const { student_course_id, lk_student_course_status_id: courseStatus, expires_at } = course
  if (!isExtendable(courseStatus)) return 'notExtendable'
  const previousStatus =
    courseStatus === status.disabled ? await findStatusBefore(ctx, student_course_id, status.disabled) : null
  if (previousStatus !== null && isUnpaid(previousStatus)) return 'notExtendable'
  return expires_at === null && courseStatus !== status.expired ? 'noEnd' : null
}
