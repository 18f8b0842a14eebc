import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { coursePassed, courseProgressed } from '#modules/learning/facts.ts'
import { endLeaseOfCourse } from '#modules/learning/leases/acquire-lease.ts'
import { findAgeProblem } from '#modules/learning/registration/age.ts'
import { findRegistration } from '#modules/learning/registration/registration.sql.ts'
import { queueCompletionReport } from '#modules/learning/reporting/queue-completion-report.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { isWithStudent } from '#modules/learning/status/with-student.sql.ts'
import {
  activeStatuses,
  isComplete,
  type StudentCourseStatus,
  status,
} from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isTest } from '#platform/test-organization.ts'
import { localize } from '#platform/texts.ts'
import {
  type CourseState,
  listMissingRequirements,
  type Missing,
  type MissingReason,
  selectCourseState,
} from './completion.ts'
import { completeProgress } from './progress.sql.ts'

/**
 * Passes a course if nothing is missing, or moves it to the status where the missing parts can be done, and returns
 * what is missing. Called when the final exam was passed, and after every decision that a course waited for.
 * Idempotent. Needs a transaction.
 */
export async function passIfComplete(ctx: Ctx, student_course_id: number): Promise<Missing[]> {
  const course = await lockStudentCourse(ctx, student_course_id)
  if (isComplete(course.lk_student_course_status_id)) return []
  const state = await selectCourseState(ctx, course)
  const missing = await listMissingRequirements(ctx, state)
  // A late grade must not reopen a course that was disabled, refunded or expired in the meantime.
  if (!isSettling(course.lk_student_course_status_id)) return missing
  // Requested corrections come first.
  const isSentBack = course.lk_student_course_status_id === status.needsAttention
  if (isSentBack && (await isWithStudent(ctx, student_course_id))) return missing
  if (missing.length === 0) await settleCourse(ctx, state)
  else
    await changeStatus(ctx, student_course_id, statusUntilPassed(course.lk_student_course_status_id, missing), 'system')
  return missing
}

/** Whether the result of a quiz or a review still moves a course in this status. */
export const isSettling = (id: StudentCourseStatus): boolean => activeStatuses.includes(id)

/** The requirements that only staff can fulfill. */
export const waitsForStaff: readonly MissingReason[] = ['REVIEW', 'DOCUMENTS', 'EXTERNAL_REVIEW']

/** The status of a course with only these requirements missing. */
function statusUntilPassed(current: StudentCourseStatus, missing: readonly Missing[]): StudentCourseStatus {
  if (missing.every(({ reason }) => waitsForStaff.includes(reason)))
    return current === status.grading ? current : status.inReview
  return current === status.inProgress || current === status.attemptedCompletion
    ? status.attemptedCompletion
    : status.inProgress
}

/** Passes a complete course once its student has confirmed the data to be reported. */
export async function settleCourse(ctx: Ctx, state: CourseState): Promise<void> {
  const { student_course_id, course_version_id } = state.course
  const { course_registration_options } = await selectCourseVersion(ctx, course_version_id)
  const registration = await findRegistration(ctx, student_course_id)
  const isUnconfirmed = course_registration_options.confirmRegistration && !registration?.confirmed_at
  const ageProblem = await findAgeProblem(ctx, state.course)
  if (isUnconfirmed) await changeStatus(ctx, student_course_id, status.confirmingInformation, 'system')
  else if (ageProblem) await holdForAge(ctx, student_course_id, localize(ctx.locale, ageProblem))
  else await passCourse(ctx, state)
}

/** Leaves the decision to staff, because the student is outside the course's age limits. */
async function holdForAge(ctx: Ctx, student_course_id: number, note: string): Promise<void> {
  await changeStatus(ctx, student_course_id, status.needsAttention, 'system', { note })
}

/**
 * Starts and passes a course of a test organization without its lessons and emits every event that receivers may expect. Returns
 * false for a course that is complete. Throws statusRefused for one that can't be taken. Needs a transaction.
 */
export async function passInSandbox(ctx: Ctx, student_course_id: number): Promise<boolean> {
  if (!isTest(ctx.organization)) throw new Error('only test organizations can pass a course without its lessons')
  const course = await lockStudentCourse(ctx, student_course_id)
  if (isComplete(course.lk_student_course_status_id)) return false
  if (!isSettling(course.lk_student_course_status_id)) {
    await changeStatus(ctx, student_course_id, status.inProgress, 'staff')
    await ctx.sql`
      update learning.student_course
      set registered_at = coalesce(registered_at, platform.now()), started_at = coalesce(started_at, platform.now())
      where student_course_id = ${student_course_id}`
    for (const percent of [25, 50, 75] as const) await ctx.emit(courseProgressed, { student_course_id, percent })
  }
  await passCourse(ctx, await selectCourseState(ctx, await lockStudentCourse(ctx, student_course_id)))
  return true
}

/** Passes the course and emits the event that issues the certificate. */
async function passCourse(ctx: Ctx, { course, steps }: CourseState): Promise<void> {
  const { student_course_id } = course
  for (const { component, completed } of steps) {
    if (!completed) await completeProgress(ctx, student_course_id, component.component_id)
  }
  await endLeaseOfCourse(ctx, course)
  await changeStatus(ctx, student_course_id, status.passed, 'system')
  await ctx.sql`
    update learning.student_course set completed_at = platform.now(), passed_at = platform.now()
    where student_course_id = ${student_course_id}`
  await queueCompletionReport(ctx, student_course_id)
  await ctx.emit(coursePassed, { student_course_id })
}
