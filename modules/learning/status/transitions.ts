import {
  type StudentCourseStatus,
  status,
  takingStatuses as taking,
} from '#modules/learning/student-course/course-status.shared.ts'

/**
 * The changers of a course's status: its student, staff, the course's rules (results, checks, times), an agency's
 * response, or a payment (paid, canceled, refunded, reversed). A rule counts as the changer no matter whose action
 * triggers it.
 */
export const changers = ['student', 'staff', 'system', 'agency', 'payment'] as const
export type Changer = (typeof changers)[number]

type Table = Readonly<Partial<Record<StudentCourseStatus, readonly StudentCourseStatus[]>>>

const s = status
const beforeLessons = [s.paidNotRegistered, s.inRegistration, s.paidRegistered, s.inSecuritySetup]
const waitingStatuses = [s.confirmingInformation, s.grading, s.inReview, s.needsAttention, s.fixed]
/** The possible statuses of a course before it was disabled. */
const stopped = [...taking, s.attemptedCompletion, ...waitingStatuses, s.failed, s.expired]
const settledStatuses = [s.inProgress, s.inReview, s.needsAttention, s.confirmingInformation, s.passed, s.failed]

const each = (from: readonly StudentCourseStatus[], to: readonly StudentCourseStatus[]): Table =>
  Object.fromEntries(from.map((id) => [id, to.filter((other) => other !== id)]))

/** The allowed moves by changer and status. Everything else is refused. */
const transitions: Readonly<Record<Changer, Table>> = {
  student: {
    [s.paidNotRegistered]: [s.inRegistration, s.paidRegistered, s.inSecuritySetup, s.inProgress],
    [s.inRegistration]: [s.paidRegistered],
    [s.paidRegistered]: [s.inSecuritySetup, s.inProgress],
    [s.inSecuritySetup]: [s.paidRegistered, s.inProgress],
    [s.inProgress]: [s.inReview],
    [s.attemptedCompletion]: [s.inReview],
    [s.confirmingInformation]: [s.inReview, s.inProgress],
    [s.needsAttention]: [s.fixed],
    [s.expired]: taking,
  },
  staff: {
    ...each([s.notPaid, s.payNow], [s.disabled]),
    ...each(beforeLessons, [s.inProgress, s.needsAttention, s.disabled]),
    [s.inRegistration]: [s.needsAttention, s.disabled],
    ...each(
      [s.inProgress, s.attemptedCompletion, s.grading, s.inReview],
      [s.inProgress, s.inReview, s.grading, s.needsAttention, s.disabled],
    ),
    [s.confirmingInformation]: [s.inProgress, s.inReview, s.needsAttention, s.disabled],
    ...each([s.needsAttention, s.fixed], [s.inProgress, s.inReview, s.grading, s.needsAttention, s.fixed, s.disabled]),
    ...each([s.passed, s.certificateIssued], [s.certificateIssuedManually]),
    [s.failed]: [s.inProgress, s.disabled],
    [s.expired]: [...taking, s.disabled],
    [s.disabled]: [...stopped, s.disabled],
  },
  system: {
    ...each(beforeLessons, [s.expired]),
    [s.paidRegistered]: [s.expired, s.disabled],
    ...each([s.inProgress, s.attemptedCompletion], [...settledStatuses, s.attemptedCompletion, s.expired, s.disabled]),
    [s.attemptedCompletion]: [...settledStatuses.filter((id) => id !== s.inProgress), s.expired, s.disabled],
    ...each(waitingStatuses, settledStatuses),
    [s.passed]: [s.certificateIssued],
    [s.disabled]: [s.paidRegistered, s.inProgress, s.attemptedCompletion],
  },
  agency: {
    ...each([s.passed, s.certificateIssued, s.certificateIssuedManually], [s.completionError, s.completionErrorFlhsmv]),
    ...each([s.completionError, s.completionErrorFlhsmv], [s.passed, s.certificateIssued]),
  },
  payment: {
    ...each([s.notPaid, s.payNow], [s.paidNotRegistered, s.disabled]),
    ...each([...taking, s.attemptedCompletion, ...waitingStatuses], [s.disabled, s.refunded]),
    ...each(
      [s.passed, s.certificateIssued, s.certificateIssuedManually, s.completionError, s.completionErrorFlhsmv],
      [s.refunded],
    ),
    [s.failed]: [s.inProgress, s.disabled, s.refunded],
    [s.expired]: [...taking, s.disabled, s.refunded],
    [s.disabled]: [...stopped, s.disabled, s.refunded],
  },
}

export const mayBecome = (from: StudentCourseStatus, to: StudentCourseStatus, by: Changer): boolean =>
  transitions[by][from]?.includes(to) ?? false
