/** Student course statuses; the ids are the contract's lookup lk_student_course_status. */
export const status = {
  paidNotRegistered: 1,
  notPaid: 2,
  paidRegistered: 3,
  inProgress: 4,
  inReview: 5,
  passed: 6,
  certificateIssued: 7,
  failed: 8,
  disabled: 9,
  expired: 10,
  inRegistration: 11,
  inSecuritySetup: 12,
  needsAttention: 13,
  fixed: 14,
  grading: 15,
  refunded: 16,
  completionError: 17,
  certificateIssuedManually: 18,
  completionErrorFlhsmv: 19,
  payNow: 20,
  confirmingInformation: 21,
  attemptedCompletion: 22,
} as const
export type StudentCourseStatus = (typeof status)[keyof typeof status]

const s = status
/** While a course is taken, staff and rules may stop it; a stopped course returns to where it was. */
const stops = [s.disabled, s.expired, s.refunded, s.needsAttention]
const taking = [s.paidNotRegistered, s.inRegistration, s.paidRegistered, s.inSecuritySetup, s.inProgress]
const graded = [s.inReview, s.grading, s.passed, s.failed, s.attemptedCompletion, s.confirmingInformation]

/** From each status, where a student course may go. What is not here is refused. */
export const transitions: Readonly<Record<StudentCourseStatus, readonly StudentCourseStatus[]>> = {
  [s.notPaid]: [s.payNow, s.paidNotRegistered, s.disabled, s.expired],
  [s.payNow]: [s.paidNotRegistered, s.disabled, s.expired],
  [s.paidNotRegistered]: [s.inRegistration, s.paidRegistered, s.inSecuritySetup, s.inProgress, ...stops],
  [s.inRegistration]: [s.paidNotRegistered, s.paidRegistered, ...stops],
  [s.paidRegistered]: [s.inRegistration, s.inSecuritySetup, s.inProgress, ...stops],
  [s.inSecuritySetup]: [s.paidRegistered, s.inProgress, ...stops],
  [s.inProgress]: [s.paidRegistered, s.inRegistration, ...graded, ...stops],
  [s.attemptedCompletion]: [s.inProgress, ...graded, ...stops],
  [s.confirmingInformation]: [s.inProgress, s.passed, s.failed, s.inReview, ...stops],
  [s.grading]: [s.inProgress, s.inReview, s.confirmingInformation, s.passed, s.failed, ...stops],
  [s.inReview]: [s.inProgress, s.grading, s.confirmingInformation, s.passed, s.failed, ...stops],
  [s.needsAttention]: [s.fixed, s.inReview, s.inProgress, s.disabled, s.refunded],
  [s.fixed]: [
    s.inReview,
    s.needsAttention,
    s.inProgress,
    s.confirmingInformation,
    s.passed,
    s.failed,
    s.disabled,
    s.refunded,
  ],
  [s.passed]: [
    s.certificateIssued,
    s.certificateIssuedManually,
    s.completionError,
    s.completionErrorFlhsmv,
    s.refunded,
  ],
  [s.certificateIssued]: [s.certificateIssuedManually, s.completionError, s.completionErrorFlhsmv, s.refunded],
  [s.certificateIssuedManually]: [s.completionError, s.completionErrorFlhsmv, s.refunded],
  [s.completionError]: [s.passed, s.certificateIssued, s.certificateIssuedManually, s.refunded],
  [s.completionErrorFlhsmv]: [s.passed, s.certificateIssued, s.certificateIssuedManually, s.refunded],
  [s.failed]: [s.payNow, s.inProgress, s.disabled, s.refunded],
  [s.disabled]: [...taking, s.inReview, s.grading, s.expired, s.refunded],
  [s.expired]: [...taking, s.payNow, s.disabled, s.refunded],
  [s.refunded]: [],
}

export const mayBecome = (from: StudentCourseStatus, to: StudentCourseStatus): boolean => transitions[from].includes(to)

/** Statuses of a course that waits for its money. */
export const unpaidStatuses: readonly number[] = [s.notPaid, s.payNow]
export const isUnpaid = (id: number): boolean => unpaidStatuses.includes(id)

/** Statuses in which a student may open the course and earn time. */
export const isOpen = (id: number): boolean =>
  ([s.inProgress, s.paidRegistered, s.attemptedCompletion] as number[]).includes(id)

/** Statuses in which the next step is the student's: a course that stays there too long expires. */
export const isTaking = (id: number): boolean => isOpen(id) || (taking as number[]).includes(id)

/** Statuses that a student has reached for good: the requirements of the course were met. */
export const isComplete = (id: number): boolean =>
  (
    [s.passed, s.certificateIssued, s.certificateIssuedManually, s.completionError, s.completionErrorFlhsmv] as number[]
  ).includes(id)
