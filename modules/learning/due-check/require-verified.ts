import { learningErrors } from '#modules/learning/errors.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { verificationOf } from './due.ts'

/** A course; one whose status is not known here is open by what its caller has asked for. */
type Course = Pick<StudentCourse, 'student_course_id' | 'course_version_id' | 'user_id'> &
  Partial<Pick<StudentCourse, 'lk_student_course_status_id'>>

/** Where a course waits to know who sits it; null where it does not, and for one that has ended or was stopped. */
export async function verificationPath(ctx: Ctx, course: Course): Promise<string | null> {
  const { lk_student_course_status_id: at } = course
  if (at !== undefined && !isOpen(at)) return null
  const { place } = await verificationOf(ctx, course)
  return place && pathTo(`/course/:studentCourseId/${place}`, { studentCourseId: course.student_course_id })
}

/** Throws 422, with the way there, while something is due: for the calls that do not ask the standing of the course. */
export async function requireVerified(ctx: Ctx, course: Course): Promise<void> {
  const redirect = await verificationPath(ctx, course)
  if (redirect) throw learningErrors.cannotEnter({}, { redirect })
}
