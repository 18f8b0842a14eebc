import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import type { Method } from '#modules/learning/due-check/options.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Check } from './check.sql.ts'
import { verificationErrors } from './errors.ts'
import type { CurrentCheck } from './methods/method.ts'
import { methodOf } from './methods/methods.ts'
import { openCheck } from './open-check.ts'
import { currentCoursePath } from './serve-task.ts'
import { openSetup, type Setup } from './setup.sql.ts'
import { missingParts } from './setup-parts.ts'

/** The place where a course currently uses a method: its setup (`check` is null) or the open check. */
export type MethodPlace = { course: StudentCourse; version: CourseVersion; setup: Setup; check: Check | null }

/** The course, locked, at the place that uses a method. Throws, with the page to go to, if none does. */
export async function methodPlace(ctx: Ctx, student_course_id: number, method: Method): Promise<MethodPlace> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const redirect = await currentCoursePath(ctx, student_course_id)
  const refusal = verificationErrors.noVerification({}, { redirect })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const setup = await openSetup(ctx, course)
  if (redirect.endsWith('/security/setup')) {
    const missing = await missingParts(ctx, { student_course_id, version, setup })
    if (!missing.some((part) => part === methodOf(method).setup?.part)) throw refusal
    return { course, version, setup, check: null }
  }
  const { check } = await openCheck(ctx, student_course_id, { begin: false })
  if (!check || !usesMethod(check, method)) throw refusal
  return { course, version, setup, check }
}

const usesMethod = ({ tasks, position }: Check, method: Method): boolean => tasks[position]!.method === method

/** The open check that uses a method, and its course, locked. Throws, with the page to go to, if it does not. */
export async function checkByMethod(ctx: Ctx, student_course_id: number, method: Method): Promise<CurrentCheck> {
  const { course, check } = await openCheck(ctx, student_course_id, { begin: false })
  if (check && usesMethod(check, method)) return { course, check }
  throw verificationErrors.noVerification({}, { redirect: await currentCoursePath(ctx, student_course_id) })
}
