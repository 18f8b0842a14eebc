import { type CourseVersion, type RegistrationOptions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Cents, toCents } from '#platform/money.ts'
import { listReinstatements } from './reinstatement.sql.ts'

/** Whether and how a course can be taken up again after its time was over. */
export type Reinstatement = {
  /** The course is over because of its time, which is all that a reinstatement mends. */
  expired: boolean
  /** The course offers it to its students; staff may grant it all the same. */
  enabled: boolean
  fee_cents: Cents
  /** How often the student may still take it up, what is paid for and waits left out. */
  attempts_left: number
  /** One is paid for and waits. */
  paid: boolean
  action: RegistrationOptions['reinstatementAction']
  /** What the course says to it, or ''. */
  text: string
  /** Days that the student then has; null without an end. */
  days: number | null
}

/** The offer of a course for its student as it is now. */
export async function findReinstatement(ctx: Ctx, course: StudentCourse): Promise<Reinstatement> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { reinstatementEnabled, reinstatementAttempts, reinstatementAction, reinstatementActionText } =
    version.course_registration_options
  const before = await listReinstatements(ctx, course.student_course_id)
  const action = reinstatementAction ?? 'allow_enter'
  return {
    expired: isExpired(ctx, course),
    enabled: Boolean(reinstatementEnabled),
    fee_cents: feeOf(version),
    attempts_left: Math.max(0, (reinstatementAttempts ?? 0) - before.length),
    paid: before.some(({ used_at }) => used_at === null),
    action,
    text: reinstatementActionText?.[action] ?? '',
    days: daysOf(version),
  }
}

/** Its time is over, whether or not the sweeper has come by. */
export const isExpired = ({ now }: Pick<Ctx, 'now'>, course: StudentCourse): boolean =>
  course.lk_student_course_status_id === status.expired ||
  (isTaking(course.lk_student_course_status_id) && course.expires_at !== null && course.expires_at <= now)

/** The registration's own fee; where it has none, that of the course. */
const feeOf = ({ course_registration_options, reinstatement_fee_cents }: CourseVersion): Cents =>
  toCents(course_registration_options.reinstatementFee ?? 0) || reinstatement_fee_cents

/** "Reinstatement must be completed within {days} days of purchase": as many as the course gives at first. */
const daysOf = ({ course_registration_options, registration_expires_after_days }: CourseVersion) =>
  course_registration_options.daysDueAt ?? registration_expires_after_days
