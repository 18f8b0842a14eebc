import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { verificationOf } from '#modules/learning/due-check/due.ts'
import { maxSelfUnlocks } from '#modules/learning/due-check/options.ts'
import { changerOf } from '#modules/learning/status/change-status.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { beginCheck } from './begin-check.ts'
import { type Check, findOpenCheck } from './check.sql.ts'
import { verificationErrors } from './errors.ts'
import { findSetup, listAnswerHashes } from './setup.sql.ts'

/**
 * The course with the check that its student must pass; `check` is null if none is due or no question is available.
 */
export type OpenCheck = { course: StudentCourse; check: Check | null; started: boolean }

/**
 * Locks the course and finds its check. `begin` starts the check if it is due; `unlock` selects the check that reopens
 * a disabled course.
 */
export async function openCheck(
  ctx: Ctx,
  student_course_id: number,
  { begin, unlock = false }: { begin: boolean; unlock?: boolean },
): Promise<OpenCheck> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const currentCheck = await findOpenCheck(ctx, student_course_id)
  const reason = await reasonFor(ctx, course, unlock)
  if (!reason) return { course, check: null, started: false }
  const matches = currentCheck && (currentCheck.reason === 'unlock') === (reason === 'unlock')
  if (!begin) return { course, check: matches ? currentCheck : null, started: Boolean(matches) }
  return { course, check: await beginCheck(ctx, course, reason), started: true }
}

async function reasonFor(ctx: Ctx, course: StudentCourse, unlock: boolean) {
  if (course.lk_student_course_status_id === status.disabled) {
    if (!unlock) return null
    if ((await unlocksLeft(ctx, course)) === 0) throw verificationErrors.cannotUnlock()
    return 'unlock' as const
  }
  return isOpen(course.lk_student_course_status_id) ? (await verificationOf(ctx, course)).reason : null
}

const unlockable: readonly (number | null)[] = [
  lockReason.idle,
  lockReason.late,
  lockReason.wrong,
  lockReason.keystroke,
]

/** The number of times that the student may still unlock a disabled course. */
export async function unlocksLeft(ctx: Ctx, course: StudentCourse): Promise<number> {
  if (course.lk_student_course_status_id !== status.disabled) return 0
  if (!unlockable.includes(course.lk_student_course_status_reason_id)) return 0
  if ((await changerOf(ctx, course)) !== 'system') return 0
  const setup = await findSetup(ctx, course.student_course_id)
  if (!setup || (await listAnswerHashes(ctx, course.student_course_id)).length === 0) return 0
  return Math.max(0, maxSelfUnlocks(await selectCourseVersion(ctx, course.course_version_id)) - setup.self_helps)
}
