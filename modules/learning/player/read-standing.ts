import { ofCourse } from '#modules/learning/permissions.ts'
import type { StudentCourseStatus } from '#modules/learning/status/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Place, pathOf, placeOf } from './course-route.ts'
import { readCourse } from './read-course.ts'
import { standingOf } from './standing.ts'

/** Where a course continues, and the status it is in. */
export type CoursePlace = { place: Place; path: string; status: StudentCourseStatus }

/** Where a course of the signed-in student continues. Throws 404 for anyone else's course. */
export async function readStanding(ctx: Ctx, student_course_id: number): Promise<CoursePlace> {
  await ofCourse('studentCourseId').scope!(ctx, { studentCourseId: student_course_id })
  const { course, steps } = await readCourse(ctx, student_course_id)
  const standing = await standingOf(ctx, course, steps)
  return { place: placeOf(standing), path: pathOf(standing), status: standing.status }
}
