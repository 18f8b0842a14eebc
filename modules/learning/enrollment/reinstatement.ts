import { type CourseVersion, type RegistrationOptions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Cents, toCents } from '#platform/money.ts'
import { listReinstatements } from './reinstatement.sql.ts'

/** Whether and how an expired course can be reinstated. */
export type Reinstatement = {
  /** Whether the course ended because its time ran out; only then can it be reinstated. */
  expired: boolean
  /** Whether the course offers it to students; staff may grant it anyway. */
  enabled: boolean
  fee_cents: Cents
  /** The number of reinstatements that the student has left, not counting an unused paid one. */
  attempts_left: number
  /** Whether a paid reinstatement is unused. */
  paid: boolean
  action: RegistrationOptions['reinstatementAction']
  /** The course's message about it, or ''. */
  text: string
  /** The days that the student then gets; null without an end. */
  days: number | null
}

/** The current reinstatement offer of a course for its student. */
export async function findReinstatement(ctx: Ctx, course: StudentCourse): Promise<Reinstatement> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { reinstatementEnabled, reinstatementAttempts, reinstatementAction, reinstatementActionText } =
    version.course_registration_options
  const reinstatements = await listReinstatements(ctx, course.student_course_id)
  const action = reinstatementAction ?? 'allow_enter'
  return {
    expired: isExpired(ctx, course),
    enabled: Boolean(reinstatementEnabled),
    fee_cents: feeOf(version),
    attempts_left: Math.max(0, (reinstatementAttempts ?? 0) - reinstatements.length),
    paid: reinstatements.some(({ used_at }) => used_at === null),
    action,
    text: reinstatementActionText?.[action] ?? '',
    days: daysOf(version),
  }
}

/** Whether the course's time is over, even if the sweeper has not run yet. */
export const isExpired = ({ now }: Pick<Ctx, 'now'>, course: StudentCourse): boolean =>
  course.lk_student_course_status_id === status.expired ||
  (isTaking(course.lk_student_course_status_id) && course.expires_at !== null && course.expires_at <= now)

/** The registration's fee, or else the course's. */
const feeOf = ({ course_registration_options, reinstatement_fee_cents }: CourseVersion): Cents =>
  toCents(course_registration_options.reinstatementFee ?? 0) || reinstatement_fee_cents

/** "Reinstatement must be completed within {days} days of purchase": as many days as the course initially gives. */
const daysOf = ({ course_registration_options, registration_expires_after_days }: CourseVersion) =>
  course_registration_options.daysDueAt ?? registration_expires_after_days
