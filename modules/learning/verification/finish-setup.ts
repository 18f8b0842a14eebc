import type { CourseVersion } from '#modules/catalogue/index.ts'
import { isGuarded, securityOf } from '#modules/learning/due-check/options.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { restartCheckInterval } from './begin-check.ts'
import { verificationErrors } from './errors.ts'
import { currentCoursePath } from './serve-task.ts'
import { findSetup } from './setup.sql.ts'
import { listMissingParts } from './setup-parts.ts'
import { verificationTexts } from './verification.texts.ts'

/** The response when a part of the setup was saved. */
export const SetupSaved = z.object({ completed: z.boolean(), missing: z.array(z.string()) })

/** Throws, with the page to go to, unless the setup is the course's current page. */
export async function requireSetupOpen(ctx: Ctx, course: StudentCourse, version: CourseVersion): Promise<void> {
  if (!isGuarded(version)) throw errors.notFound()
  if (!isTaking(course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  const redirect = await currentCoursePath(ctx, course.student_course_id)
  if (redirect.endsWith('/security/setup')) return
  const completedAt = (await findSetup(ctx, course.student_course_id))?.completed_at
  throw completedAt ? verificationErrors.setupClosed({}, { redirect }) : learningErrors.cannotEnter({}, { redirect })
}

/**
 * Moves a course that has not started to the setup status. Later, a repeated setup interrupts the course like a check.
 */
async function enterSetup(ctx: Ctx, { student_course_id, lk_student_course_status_id: courseStatus }: StudentCourse) {
  if (courseStatus === status.paidNotRegistered || courseStatus === status.paidRegistered)
    await changeStatus(ctx, student_course_id, status.inSecuritySetup, 'student')
}

/** Continues after a part of the setup was saved, once nothing is missing. The caller must hold the course's lock. */
export async function finishSetup(ctx: Ctx, course: StudentCourse, version: CourseVersion) {
  const { student_course_id } = course
  const missing = await listMissingParts(ctx, {
    student_course_id,
    version,
    setup: await findSetup(ctx, student_course_id),
  })
  if (missing.length > 0) {
    await enterSetup(ctx, course)
    return {
      completed: false,
      missing,
      redirect: pathTo('/course/:studentCourseId/security/setup', { studentCourseId: student_course_id }),
    }
  }
  const message = await completeSetup(ctx, course, version)
  return { completed: true, missing, message, redirect: await currentCoursePath(ctx, student_course_id) }
}

/** Completes the setup; the interval until the first check starts now. */
async function completeSetup(ctx: Ctx, course: StudentCourse, version: CourseVersion): Promise<string> {
  const { student_course_id, lk_student_course_status_id: courseStatus } = course
  await ctx.sql`
    update learning.identity_setup set completed_at = platform.now() where student_course_id = ${student_course_id}`
  await restartCheckInterval(ctx, course)
  if (courseStatus === status.inSecuritySetup)
    await changeStatus(
      ctx,
      student_course_id,
      course.registered_at ? status.paidRegistered : status.inProgress,
      'student',
    )
  await ctx.audit({ action: 'security.setup', ...courseEvent(course), after: { completed: true } })
  const { setupCompleteText, setupCompleteTextEnabled } = securityOf(version).globalSettings
  return (setupCompleteTextEnabled && setupCompleteText) || localText(ctx.locale, verificationTexts, 'completed')
}
