export { findRefusedAnswers } from './attention/find-refused-answers.ts'
export { emailCertificate } from './certificates/email-certificate.ts'
export { findCertificates } from './certificates/find-certificates.sql.ts'
export { markShipped, shipCertificates } from './certificates/ship-certificates.ts'
export { findLowStock } from './certificates/stock.sql.ts'
export { listStockHealth } from './certificates/stock-health.sql.ts'
export { toggleCertificate } from './certificates/toggle-certificate.ts'
export { countWaitingNumbers, listWaits } from './certificates/wait.sql.ts'
export { dueOn, groupName } from './enrollment/assignment.schema.ts'
export { assignEnrollment } from './enrollment/assignment.sql.ts'
export { closeUnpaid, enroll } from './enrollment/enroll.ts'
export { extendCourse } from './enrollment/extend-course.ts'
export { findExtensionRefusal } from './enrollment/extendable.ts'
export { findExternalEnrollment, insertExternalEnrollment } from './enrollment/external-enrollment.sql.ts'
export { findFullRefundDeadline } from './enrollment/full-refund.ts'
export { type LapsedEnrollments, listLapsedEnrollments } from './enrollment/lapsed.sql.ts'
export { reinstatePaid } from './enrollment/reinstate.ts'
export { findReinstatement } from './enrollment/reinstatement.ts'
export { findRetake, openForRetake } from './enrollment/retake-offer.ts'
export { findCurrentCourse, isTakingCourse } from './enrollment/takes-course.sql.ts'
export { withdrawPaidExtras } from './enrollment/withdraw-paid.ts'
export { learningErrors } from './errors.ts'
export { staffOfCourse } from './permissions.ts'
export {
  type Advance,
  advanceStudent,
  needsSecondPerson,
  planAdvance,
  readOutlineOf,
} from './player/advance-student.ts'
export type { Agreement } from './proofs/agreement.sql.ts'
export { licenseWarning } from './questions/license-format.ts'
export { LicenseClass, LicenseNumber, LicenseState } from './questions/license-number.schema.ts'
export { ageReviews, countAwaiting, reviewStatuses, runningReviewsSql } from './questions/submission.sql.ts'
export { recordRetakePayment } from './quiz/retake-payment.sql.ts'
export { type LicenseChange, restoreLicense, saveUploadedLicense } from './registration/driver-license.ts'
export { findIneligibility } from './registration/eligibility.ts'
export { type Agency, agencies, agencyChoices, agencyName } from './reporting/agencies/index.ts'
export { countCertificatesDue } from './reporting/certificates-due.ts'
export { countMissingNumbers } from './reporting/enter-number.ts'
export { findNoticeDue } from './reporting/notice-due.ts'
export {
  isLateUnsent,
  lateUnsentReports,
  reportAgencySql,
  reportStateSql,
  reportStates,
  urgencyOfReport,
} from './reporting/report-states.ts'
export { reportingState } from './reporting/reporting-state.ts'
export {
  findHeldRecords,
  listDueErasures,
  listRetentions,
  saveHeldErasure,
} from './reporting/retention.ts'
export { openValue, sealValue } from './sealed.ts'
export { changerOf, changeStatus, undoDisabling } from './status/change-status.ts'
export { setStudentCourseStatus } from './status/set-student-course-status.ts'
export { findReason, findStatusBefore } from './status/status-change.sql.ts'
export { studentNames } from './status/student-columns.ts'
export { mayBecome } from './status/transitions.ts'
export {
  completeStatuses,
  isComplete,
  isOpen,
  isUnpaid,
  type StudentCourseStatus,
  status,
  unpaidStatuses,
} from './student-course/course-status.shared.ts'
export { lockStudentCourse, type StudentCourse, selectStudentCourse } from './student-course/student-course.sql.ts'
export { hasUnfinishedCourses } from './student-course/unfinished.sql.ts'
export { isLocked, unlockCourse } from './verification/appeal.ts'
