import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { maxSelfUnlocks } from '#modules/learning/due-check/options.ts'
import { endLeaseOfCourse } from '#modules/learning/leases/acquire-lease.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { type LockReason, lockReason } from '#modules/learning/status/lock-reason.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findSetup } from './setup.sql.ts'

/**
 * Disables a course in the transaction of the event that causes it. A student without remaining unlocks is referred to
 * support (reason 9). The caller must hold the course's lock.
 */
export async function lockCourse(ctx: Ctx, course: StudentCourse, reason: LockReason): Promise<void> {
  const { student_course_id } = course
  const allowed = maxSelfUnlocks(await selectCourseVersion(ctx, course.course_version_id))
  const unlocks = (await findSetup(ctx, student_course_id))?.self_helps ?? 0
  const reason_id = allowed > 0 && unlocks >= allowed ? lockReason.selfHelp : reason
  await endLeaseOfCourse(ctx, course, 'check')
  await changeStatus(ctx, student_course_id, status.disabled, 'system', {
    lk_student_course_status_reason_id: reason_id,
  })
  const after = { lk_student_course_status_reason_id: reason_id, because: reason, self_helps: unlocks }
  await ctx.audit({ action: 'security.lock', ...courseEvent(course), after })
}
