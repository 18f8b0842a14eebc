import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { sessionOf } from '#modules/learning/due-check/due.ts'
import { type CheckReason, securityOf } from '#modules/learning/due-check/options.ts'
import { endLeaseOfCourse } from '#modules/learning/leases/acquire-lease.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Check, findOpenCheck, insertCheck, updateCheckResult } from './check.sql.ts'
import { chooseTasks } from './choose-tasks.ts'
import { openSetup, type Setup } from './setup.sql.ts'

/**
 * Starts or continues the due check of a course. Null if no question is available; that is recorded as a skipped check.
 * Ends the lease. The caller must hold the course's lock.
 */
export async function beginCheck(ctx: Ctx, course: StudentCourse, reason: CheckReason): Promise<Check | null> {
  const currentCheck = await findOpenCheck(ctx, course.student_course_id)
  if (currentCheck && (currentCheck.reason === 'unlock') === (reason === 'unlock')) return currentCheck
  // Drops a check from before the course was disabled, or before staff reopened it.
  if (currentCheck) await updateCheckResult(ctx, currentCheck, 'dropped')
  await endLeaseOfCourse(ctx, course, 'check')
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const setup = await openSetup(ctx, course)
  const tasks = await chooseTasks(ctx, { course, version, setup, reason })
  const check = await insertCheck(ctx, course, { reason, tasks, tries_allowed: triesFor(version, setup, reason) })
  await ctx.audit({ action: 'security.check', ...courseEvent(course), after: { reason, methods: methodsIn(check) } })
  if (tasks.length > 0) return check
  await updateCheckResult(ctx, check, 'skipped')
  await restartCheckInterval(ctx, course)
  return null
}

export const methodsIn = ({ tasks }: Pick<Check, 'tasks'>): string => tasks.map(({ method }) => method).join(', ')

/** The number of wrong answers during one unlock, across all of its checks. */
function triesFor(version: CourseVersion, { unlock_tries }: Setup, reason: CheckReason): number {
  const { attempts_allowed, allowedLoginAttempts: unlockLimit } = securityOf(version).globalSettings
  if (reason !== 'unlock') return Math.max(1, attempts_allowed)
  return Math.max(1, (unlockLimit.enabled ? unlockLimit.value : attempts_allowed) - unlock_tries)
}

/** Restarts the interval until the next check, at the current session, time and seat time. */
export async function restartCheckInterval(ctx: Ctx, { student_course_id }: StudentCourse): Promise<void> {
  await ctx.sql`
    update learning.identity_setup
    set passed_at = platform.now(), passed_session_id = ${sessionOf(ctx)}, unlock_tries = 0,
        passed_spent_ms = (select coalesce(sum(spent_ms), 0) from learning.v_student_progress
                           where student_course_id = ${student_course_id})
    where student_course_id = ${student_course_id}`
}
