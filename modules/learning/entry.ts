export type { Attention, SentBack } from './attention/read-attention.ts'
export { bindBook } from './certificates/bind-book.ts'
export {
  type CertificateMail,
  findDueMail,
  listLateMails,
  markMailSent,
  queueMail as oweCertificateMail,
} from './certificates/certificate-mail.sql.ts'
export { issueCertificate } from './certificates/issue-certificate.ts'
export { openCertificate } from './certificates/open-certificate.ts'
export { findShippedEmail, type ShippedEmail } from './certificates/shipped-email.ts'
export { findStockWarning, type StockWarning } from './certificates/stock-warning.ts'
export { sweepCertificates } from './certificates/sweep-certificates.ts'
export type { Method } from './due-check/options.ts'
export { countCourses } from './enrollment/count-courses.ts'
export { type CourseEmail, type CourseFact, findCourseEmail } from './enrollment/course-email.ts'
export { remindOfDueDates, reportLateCourses } from './enrollment/due-dates.ts'
export { findIdentityLock } from './enrollment/identity-lock.ts'
export { findLateEmail, type LateEmail } from './enrollment/late-email.ts'
export { isEnrolledInVersion } from './enrollment/takes-version.sql.ts'
export { warnOfExpiry } from './enrollment/warn-of-expiry.ts'
export { pollExamById, pollExams, receiveExamPush } from './external/poll-exam.ts'
export { type ExternalPage, readExternal } from './external/read-external.ts'
export type { ExamShown } from './external/show-exam.ts'
export { countInClass } from './leases/count-in-class.sql.ts'
export { findCertificateApprovers } from './manual-issue/approvers.ts'
export { ofCourse } from './permissions.ts'
export type { CourseDetails } from './player/course-details.ts'
export { type CourseEnd, readCourseEnd } from './player/course-end.ts'
export { type CourseSummary, readCourseSummary } from './player/course-summary.ts'
export { type Lesson, loadLesson } from './player/load-lesson.ts'
export { readCourseContinuation } from './player/read-course-continuation.ts'
export type { CoursePage } from './progress/course-route.ts'
export { idleLimitOf } from './progress/find-step.ts'
export { readCourse } from './progress/read-course.ts'
export { purchaseAgreement } from './proofs/agreement.sql.ts'
export { attemptStatus } from './questions/attempt-status.ts'
export { listDisputedFormats } from './questions/license-format.ts'
export type { QuestionShown } from './questions/quiz.schema.ts'
export { sealOldAnswers } from './questions/registration-answer.sql.ts'
export { countAwaiting, countWaiting } from './questions/submission.sql.ts'
export { openQuestionPage, openQuizPage, type QuizPage } from './quiz/open-quiz-page.ts'
export type { QuizPageName } from './quiz/quiz-state.ts'
export { quizPath } from './quiz/quiz-state.ts'
export { listAccountNotices } from './registration/account-notices.ts'
export { isRegistrationDocument, maxDocument, storeDocument } from './registration/documents.ts'
export type { ProfileField } from './registration/profile-missing.ts'
export { recheckAge } from './registration/recheck-age.ts'
export type {
  RegistrationPageView,
  ShownRegistrationQuestion,
} from './registration/registration.schema.ts'
export { registrationPath } from './registration/registration-path.ts'
export { profileProblem } from './registration/require-person.ts'
export { type AcceptedEmail, findAcceptedEmail, findSentEmail } from './reporting/accepted-email.ts'
export {
  agencyData,
  agencyNameSentence,
  agencyOption,
  directAgencies,
  isDirectAgency,
  isInformedAgency,
  serviceFormats,
} from './reporting/agencies/index.ts'
export { findCourseGaps } from './reporting/course-gaps.ts'
export { findLicenseWarning } from './reporting/license-warning.ts'
export { listBlockers } from './reporting/list-blockers.ts'
export { findNewYorkNotice, type NewYorkNotice } from './reporting/new-york-notice.ts'
export { queueFailureReports } from './reporting/queue-failure-reports.ts'
export { findRefusedEmail, type RefusedEmail } from './reporting/refused-email.ts'
export { listReportHealth } from './reporting/report-health.sql.ts'
export { type ReportedDuty, type ReportingState, reportingStates } from './reporting/reporting-state.ts'
export { sendReport } from './reporting/send-report.ts'
export { sweepReports } from './reporting/sweep-reports.ts'
export { type CourseReviews, readCourseReviews } from './reviews/public-reviews.ts'
export { maxCounted, readSchoolNumbers, type SchoolNumbers } from './reviews/school-numbers.ts'
export { expireCourses } from './status/expire-courses.ts'
export { lockCoursesOf } from './student-course/student-course.sql.ts'
export { gradeSubmissionsKey } from './submissions/permissions.ts'
export { findReviewEmail, type ReviewEmail } from './submissions/review-email.ts'
export { readSubmittedWork, selectSubmittedWork } from './submissions/submitted-work.sql.ts'
export { parseSample } from './verification/methods/keystroke/read-sample.ts'
export { methodOfPart, nameOfMethod } from './verification/methods/methods.ts'
export { receiveDelivery } from './verification/methods/phone/receive-delivery.ts'
export type { PhoneShown } from './verification/methods/phone/show-phone.ts'
export {
  type LockedCourse,
  readLocked,
  readSetupPage,
  readVerifyPage,
  type SetupPage,
  type VerifyPage,
} from './verification/pages.ts'
export type { TaskShown } from './verification/serve-task.ts'
export { findSetupPosition, type SetupPosition } from './verification/setup-steps.ts'
export { type Waivable, waivable } from './verification/waivers.sql.ts'
export { mover } from './versions/mover.ts'
