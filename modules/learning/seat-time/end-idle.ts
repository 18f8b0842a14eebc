import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { endSession } from '#modules/identity/index.ts'
import { securityOf } from '#modules/learning/due-check/options.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { lockCourse } from '#modules/learning/verification/lock-course.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { userOf } from '#platform/permissions.ts'

/** The reason that the sign-in page shows after the idle limit, as spelled in the contract. */
export const inactiveLogin = pathTo('/login', { query: { logout: true, inactive: true } })

/**
 * Handles a student who was idle longer than the course allows: the session ends and, if so configured, the course is
 * locked (reason 5), as some states require.
 */
export async function endIdle(ctx: Ctx, student_course_id: number): Promise<void> {
  await ctx.tx(async (inner) => {
    const course = await lockStudentCourse(inner, student_course_id)
    const { idleTimer } = securityOf(await selectCourseVersion(inner, course.course_version_id)).globalSettings
    if (idleTimer.lock && isOpen(course.lk_student_course_status_id)) await lockCourse(inner, course, lockReason.idle)
  })
  await endSession(ctx, userOf(ctx).session_id)
}
