import { learningErrors } from '#modules/learning/errors.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { findStatusBefore } from '#modules/learning/status/status-change.sql.ts'
import type { Changer } from '#modules/learning/status/transitions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isTaking, type StudentCourseStatus, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { daysFromNow } from './enroll.ts'
import { applyReinstatement, insertPaidReinstatement, updateExpiry } from './reinstatement.sql.ts'
import { findReinstatement, isExpired, type Reinstatement } from './reinstatement.ts'
import { resetProgress } from './reset-progress.sql.ts'

/**
 * Reinstates an expired course and returns the course's message: spends a paid reinstatement, or nothing if the course
 * charges nothing and the student has attempts left. Throws notReinstatable for a course that has not expired or does
 * not offer it, and reinstatementUnpaid (with the fee and the checkout address). Seat time and answers stay, unless the
 * course starts over.
 */
export async function reinstate(ctx: Ctx, student_course_id: number): Promise<string> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const offer = await findReinstatement(ctx, course)
  if (!offer.expired) throw learningErrors.notReinstatable()
  if (!offer.paid) requireFree(offer, student_course_id)
  await resume(ctx, course, offer, 'student')
  return offer.text
}

function requireFree({ enabled, attempts_left, fee_cents }: Reinstatement, student_course_id: number): void {
  if (!enabled || attempts_left === 0) throw learningErrors.notReinstatable()
  if (fee_cents === 0) return
  throw learningErrors.reinstatementUnpaid(
    {},
    { redirect: pathTo('/course/:studentCourseId/reinstate', { studentCourseId: student_course_id }) },
  )
}

/**
 * Records that an order line paid for a reinstatement; for checkout. The course is resumed immediately. If that is not
 * possible because the course has been disabled, the payment stays available. The same line counts once.
 */
export async function reinstatePaid(ctx: Ctx, student_course_id: number, order_item_id: number): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  await insertPaidReinstatement(ctx, course, order_item_id)
  if (!isExpired(ctx, course)) return
  const offer = await findReinstatement(ctx, course)
  if (offer.paid) await resume(ctx, course, offer, 'payment')
}

async function resume(
  ctx: Ctx,
  course: StudentCourse,
  { action, days }: Reinstatement,
  changer: Changer,
): Promise<void> {
  const { student_course_id } = course
  const course_reinstatement_id = await applyReinstatement(ctx, course, action)
  // The sweeper may not have run yet, so the status goes through 'Expired' first.
  await changeStatus(ctx, student_course_id, status.expired, 'system')
  const newStatus = await statusAfter(ctx, course, action)
  if (action === 'reset_progress') await resetProgress(ctx, course, course_reinstatement_id)
  await updateExpiry(ctx, student_course_id, daysFromNow(ctx, days))
  await changeStatus(ctx, student_course_id, newStatus, changer)
  const { subject, subject_user_id } = courseEvent(course)
  await ctx.audit({ action: 'course.reinstate', subject, subject_user_id, after: { course_reinstatement_id, action } })
}

const registeredStatus = ({ registered_at }: StudentCourse) =>
  registered_at === null ? status.paidNotRegistered : status.paidRegistered

/** The previous status; a course that starts over keeps its registration. */
const statusAfter = async (ctx: Ctx, course: StudentCourse, action: string): Promise<StudentCourseStatus> =>
  action === 'reset_progress' ? registeredStatus(course) : statusBeforeExpiry(ctx, course)

/** The status of an expired course before it expired. */
export async function statusBeforeExpiry(ctx: Ctx, course: StudentCourse): Promise<StudentCourseStatus> {
  const previous = await findStatusBefore(ctx, course.student_course_id, status.expired)
  return previous !== null && isTaking(previous) && previous !== status.attemptedCompletion
    ? previous
    : registeredStatus(course)
}
