export { findRefusedAnswers } from './attention/find-refused-answers.ts'
export type { Attention, SentBack } from './attention/read-attention.ts'
export * from './certificates/index.ts'
export { listStockHealth } from './certificates/stock-health.sql.ts'
export { fetchDashboard } from './dashboard/fetch-dashboard.ts'
export { countCourses } from './enrollment/count-courses.ts'
export { type CourseEmail, type CourseFact, findCourseEmail } from './enrollment/course-email.ts'
export { courseExtension } from './enrollment/course-extension.ts'
export { closeUnpaid, enroll } from './enrollment/enroll.ts'
export { extendCourse } from './enrollment/extend-course.ts'
export { identityLock } from './enrollment/identity-lock.ts'
export { type Lapsed, listLapsed } from './enrollment/lapsed.sql.ts'
export { reinstatePaid } from './enrollment/reinstate.ts'
export { reinstateStudentCourse } from './enrollment/reinstate-student-course.ts'
export { findReinstatement } from './enrollment/reinstatement.ts'
export { findRetake, openForRetake } from './enrollment/retake-offer.ts'
export { takesCourse } from './enrollment/takes-course.sql.ts'
export { takesVersion } from './enrollment/takes-version.sql.ts'
export { warnOfExpiry } from './enrollment/warn-of-expiry.ts'
export { withdrawPaid } from './enrollment/withdraw-paid.ts'
export { learningErrors } from './errors.ts'
export * from './external/index.ts'
export {
  courseExtended,
  coursePassed,
  courseRated,
  enrolled,
  examTold,
  expiresSoon,
  type ReviewResult,
  reviewed,
  statusChanged,
} from './facts.ts'
export * from './manual-issue/index.ts'
export { ofCourse, staffOfCourse } from './permissions.ts'
export {
  type Advance,
  advanceStudent,
  needsSecondPerson,
  planAdvance,
  readOutlineOf,
} from './player/advance-student.ts'
export { complete } from './player/complete.ts'
export type { CourseDetails } from './player/course-details.ts'
export { type CourseEnd, readCourseEnd } from './player/course-end.ts'
export { type CourseSummary, readCourseSummary } from './player/course-summary.ts'
export { type Lesson, loadLesson } from './player/load-lesson.ts'
export { next } from './player/next.ts'
export { readStanding } from './player/read-standing.ts'
export type { Place } from './progress/course-route.ts'
export { idleLimitOf } from './progress/find-step.ts'

export { readCourse } from './progress/read-course.ts'
export { type Agreement, purchaseAgreement } from './proofs/agreement.sql.ts'
export * from './quiz/index.ts'
export * from './registration/index.ts'
export { judgeAgain } from './registration/judge-again.ts'
export { sealOldAnswers } from './registration/registration-answer.sql.ts'
export * from './reporting/index.ts'
export { reviewCourse, updateCourseRating } from './reviews/review-course.ts'
export { changerOf, changeStatus, undoDisabling } from './status/change-status.ts'
export { expireCourses } from './status/expire-courses.ts'
export { fixCourse } from './status/fix-course.ts'
export { setStudentCourseStatus } from './status/set-student-course-status.ts'
export { findReason, findStatusBefore } from './status/status-change.sql.ts'
export { studentNames } from './status/student-columns.ts'
export { mayBecome } from './status/transitions.ts'
export {
  completeStatuses,
  isComplete,
  isExtendable,
  isOpen,
  isUnpaid,
  type StudentCourseStatus,
  status,
  unpaidStatuses,
} from './student-course/course-status.shared.ts'
export {
  lockCoursesOf,
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from './student-course/student-course.sql.ts'
export * from './submissions/index.ts'
export { findReviewEmail, type ReviewEmail } from './submissions/review-email.ts'
export * from './verification/index.ts'
export { moveAsked } from './versions/facts.ts'
export { countStudentsByVersion, fetchNotBegun } from './versions/fetch-not-begun.ts'
export { carryOutMove, moveAllStudents } from './versions/move-all-students.ts'
export { moveStudents } from './versions/move-students.ts'
export { mover } from './versions/mover.ts'
