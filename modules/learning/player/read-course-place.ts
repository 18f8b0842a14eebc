import { ofCourse } from '#modules/learning/permissions.ts'
import { type Place, pathOf, placeOf } from '#modules/learning/progress/course-route.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import { positionInCourse } from '#modules/learning/progress/standing.ts'
import type { StudentCourseStatus } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The place where a course continues, and its status. */
export type CoursePlace = { place: Place; path: string; status: StudentCourseStatus }

/** Returns the place where a course of the signed-in student continues. Throws 404 for another student's course. */
export async function readCoursePlace(ctx: Ctx, student_course_id: number): Promise<CoursePlace> {
  await ofCourse('studentCourseId').scope!(ctx, { studentCourseId: student_course_id })
  const { course, steps } = await readCourse(ctx, student_course_id)
  const standing = await positionInCourse(ctx, course, steps)
  return { place: placeOf(standing), path: pathOf(standing), status: standing.status }
}
