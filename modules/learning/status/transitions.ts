import { type StudentCourseStatus, status, takingStatuses as taking } from './course-status.shared.ts'

const s = status
/** While a course is taken, staff and rules may stop it; a stopped course returns to where it was. */
const stops = [s.disabled, s.expired, s.refunded, s.needsAttention]
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
  [s.needsAttention]: [
    s.fixed,
    s.inReview,
    s.grading,
    s.inProgress,
    s.confirmingInformation,
    s.passed,
    s.failed,
    s.disabled,
    s.refunded,
  ],
  [s.fixed]: [
    s.inReview,
    s.grading,
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
  [s.disabled]: [
    ...taking,
    s.inReview,
    s.grading,
    s.needsAttention,
    s.fixed,
    s.confirmingInformation,
    s.attemptedCompletion,
    s.failed,
    s.expired,
    s.refunded,
  ],
  [s.expired]: [...taking, s.payNow, s.disabled, s.refunded],
  [s.refunded]: [],
}

export const mayBecome = (from: StudentCourseStatus, to: StudentCourseStatus): boolean => transitions[from].includes(to)
