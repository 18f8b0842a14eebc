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
import { listMissingParts } from './setup-parts.ts'

/** The course that currently uses a method, in its setup (`check` is null) or in the open check. */
export type MethodContext = { course: StudentCourse; version: CourseVersion; setup: Setup; check: Check | null }

/** Locks the course and returns its current use of a method. Throws, with the page to go to, if there is none. */
export async function methodContext(ctx: Ctx, student_course_id: number, method: Method): Promise<MethodContext> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const redirect = await currentCoursePath(ctx, student_course_id)
  const refusal = verificationErrors.noVerification({}, { redirect })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const setup = await openSetup(ctx, course)
  if (redirect.endsWith('/security/setup')) {
    const missing = await listMissingParts(ctx, { student_course_id, version, setup })
    if (!missing.some((part) => part === methodOf(method).setup?.part)) throw refusal
    return { course, version, setup, check: null }
  }
  const { check } = await openCheck(ctx, student_course_id, { begin: false })
  if (!check || !usesMethod(check, method)) throw refusal
  return { course, version, setup, check }
}

const usesMethod = ({ tasks, position }: Check, method: Method): boolean => tasks[position]!.method === method

/** Locks the course and returns the open check that uses a method. Throws, with the page to go to, if there is none. */
export async function checkByMethod(ctx: Ctx, student_course_id: number, method: Method): Promise<CurrentCheck> {
  const { course, check } = await openCheck(ctx, student_course_id, { begin: false })
  if (check && usesMethod(check, method)) return { course, check }
  throw verificationErrors.noVerification({}, { redirect: await currentCoursePath(ctx, student_course_id) })
}
