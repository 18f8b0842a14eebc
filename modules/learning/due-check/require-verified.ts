import { learningErrors } from '#modules/learning/errors.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { verificationOf } from './due.ts'

/** A course; without a status it counts as open, because its caller has checked that. */
type Course = Pick<StudentCourse, 'student_course_id' | 'course_version_id' | 'user_id'> &
  Partial<Pick<StudentCourse, 'lk_student_course_status_id'>>

/** The page of the pending identity check; null if none is pending, and for a course that has ended or was stopped. */
export async function verificationPath(ctx: Ctx, course: Course): Promise<string | null> {
  const { lk_student_course_status_id: statusId } = course
  if (statusId !== undefined && !isOpen(statusId)) return null
  const { place } = await verificationOf(ctx, course)
  return place && pathTo(`/course/:studentCourseId/${place}`, { studentCourseId: course.student_course_id })
}

/** Throws 422 with the page to go to while a check is due, for calls that don't read the course's standing. */
export async function requireVerified(ctx: Ctx, course: Course): Promise<void> {
  const redirect = await verificationPath(ctx, course)
  if (redirect) throw learningErrors.cannotEnter({}, { redirect })
}
