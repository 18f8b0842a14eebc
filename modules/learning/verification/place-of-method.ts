import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import type { Method } from '#modules/learning/due-check/options.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Check } from './check.sql.ts'
import { verificationErrors } from './errors.ts'
import { openCheck } from './open-check.ts'
import { courseGoesOn } from './serve-task.ts'
import { openSetup, type Setup } from './setup.sql.ts'
import { missingParts, type SetupPart } from './setup-parts.ts'

/** Where a course asks for a method now: in its setup (`check` is null), or in the check under way. */
export type PlaceOfMethod = { course: StudentCourse; version: CourseVersion; setup: Setup; check: Check | null }

/** The course, locked, at the place that asks for a method. Throws, with the way on, where nothing asks for it. */
export async function placeOfMethod(
  ctx: Ctx,
  student_course_id: number,
  { part, method }: { part: SetupPart; method: Method },
): Promise<PlaceOfMethod> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const redirect = await courseGoesOn(ctx, student_course_id)
  const refusal = verificationErrors.noVerification({}, { redirect })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const setup = await openSetup(ctx, course)
  if (redirect.endsWith('/security/setup')) {
    if (!(await missingParts(ctx, version, setup)).includes(part)) throw refusal
    return { course, version, setup, check: null }
  }
  const { check } = await openCheck(ctx, student_course_id, { begin: false })
  if (!check || check.tasks[check.position]!.method !== method) throw refusal
  return { course, version, setup, check }
}
