import { ofCourse } from '#modules/learning/permissions.ts'
import { type CoursePage, pageOf, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import type { StudentCourseStatus } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The place where a course continues, and its status. */
export type CourseContinuation = { place: CoursePage; path: string; status: StudentCourseStatus }

/** The place where a course of the signed-in student continues. Throws 404 for another student's course. */
export async function readCourseContinuation(ctx: Ctx, student_course_id: number): Promise<CourseContinuation> {
  await ofCourse('studentCourseId').scope!(ctx, { studentCourseId: student_course_id })
  const { course, steps } = await readCourse(ctx, student_course_id)
  const position = await findCoursePosition(ctx, course, steps)
  return { place: pageOf(position), path: pathOf(position), status: position.status }
}
