import type { AnyJob } from '#platform/queue/job.ts'
import { carryOutBulkRunJob } from './backoffice/carry-out-bulk-run.job.ts'
import { carryOutReportJob } from './backoffice/carry-out-report.job.ts'
import { carryOutUndoJob } from './backoffice/carry-out-undo.job.ts'
import { carryOutUploadJob } from './backoffice/carry-out-upload.job.ts'
import { eraseHeldJob } from './backoffice/erase-held.job.ts'
import { exportListJob } from './backoffice/export-list.job.ts'
import { forgetBulkRuns } from './backoffice/forget-bulk-runs.job.ts'
import { forgetStudentUploads } from './backoffice/forget-student-uploads.job.ts'
import { runSchedulesJob } from './backoffice/run-schedules.job.ts'
import { sendReportReady } from './backoffice/send-report-ready.job.ts'
import { exportCourseJob } from './catalogue/export-course.job.ts'
import { forgetUploadsJob } from './catalogue/forget-uploads.job.ts'
import { importCourseJob } from './catalogue/import-course.job.ts'
import { compareSettlementJob } from './checkout/compare-settlement.job.ts'
import { expireRefundRequests } from './checkout/expire-refund-requests.job.ts'
import { forgetOldKeyCodesJob } from './checkout/forget-old-key-codes.job.ts'
import { forgetOldPromoTriesJob } from './checkout/forget-old-promo-tries.job.ts'
import { markOverdueInvoicesJob } from './checkout/mark-overdue-invoices.job.ts'
import { readNotificationJob } from './checkout/read-notification.job.ts'
import { readNotificationsJob } from './checkout/read-notifications.job.ts'
import { receiveStorefrontOrderJob } from './checkout/receive-storefront-order.job.ts'
import { reportOutcomes } from './checkout/report-outcomes.job.ts'
import { resolvePayments } from './checkout/resolve-payments.job.ts'
import { resolveRefunds } from './checkout/resolve-refunds.job.ts'
import { returnSurplusJob } from './checkout/return-surplus.job.ts'
import { saveCard } from './checkout/save-card.job.ts'
import { sendCharge } from './checkout/send-charge.job.ts'
import { sendLeaverEmails } from './checkout/send-leaver-emails.job.ts'
import { sendReceipt } from './checkout/send-receipt.job.ts'
import { sendRefund } from './checkout/send-refund.job.ts'
import { sendRefundDecision } from './checkout/send-refund-decision.job.ts'
import { sendRefundRequest } from './checkout/send-refund-request.job.ts'
import { sendRefusal } from './checkout/send-refusal.job.ts'
import { sendTracking } from './checkout/send-tracking.job.ts'
import { sweepStorefrontOrdersJob } from './checkout/sweep-storefront-orders.job.ts'
import { addNewPasswordNotification } from './identity/add-new-password-notification.job.ts'
import { addSecurityChangeNotification } from './identity/add-security-change-notification.job.ts'
import { deliverWebhooksJob } from './identity/deliver-webhooks.job.ts'
import { forgetOldSignIns } from './identity/forget-old-sign-ins.job.ts'
import { publishEventsJob } from './identity/publish-events.job.ts'
import { recheckOwnSitesJob } from './identity/recheck-own-sites.job.ts'
import { sendDomainOff } from './identity/send-domain-off.job.ts'
import { sendEmailChange } from './identity/send-email-change.job.ts'
import { sendEmailConfirmation } from './identity/send-email-confirmation.job.ts'
import { sendInvitation } from './identity/send-invitation.job.ts'
import { sendNewPassword } from './identity/send-new-password.job.ts'
import { sendOrderCode } from './identity/send-order-code.job.ts'
import { sendOwedEmail } from './identity/send-owed-email.job.ts'
import { sendPasswordLink } from './identity/send-password-link.job.ts'
import { sendSecurityNotice } from './identity/send-security-notice.job.ts'
import { sendSignInLinkEmail } from './identity/send-sign-in-link.job.ts'
import { sendWebhookPaused } from './identity/send-webhook-paused.job.ts'
import { sendWebhookRedirected } from './identity/send-webhook-redirected.job.ts'
import { sendWelcome } from './identity/send-welcome.job.ts'
import { sweepDomainsJob } from './identity/sweep-domains.job.ts'
import { sweepTasksJob } from './identity/sweep-tasks.job.ts'
import { sweepWebhooksJob } from './identity/sweep-webhooks.job.ts'
import { warnOfAttack } from './identity/warn-of-attack.job.ts'
import { addCertificateNotification } from './learning/add-certificate-notification.job.ts'
import { askForApproval } from './learning/ask-for-approval.job.ts'
import { bindBookJob } from './learning/bind-book.job.ts'
import { expireCoursesJob } from './learning/expire-courses.job.ts'
import { issueCertificateJob } from './learning/issue-certificate.job.ts'
import { mailCertificateJob } from './learning/mail-certificate.job.ts'
import { moveStudentsJob } from './learning/move-students.job.ts'
import { pollExamJob } from './learning/poll-exam.job.ts'
import { pollExamsJob } from './learning/poll-exams.job.ts'
import { queueFailureReportsJob } from './learning/queue-failure-reports.job.ts'
import { remindOfDueDatesJob } from './learning/remind-of-due-dates.job.ts'
import { reportCompletionJob } from './learning/report-completion.job.ts'
import { reportLateCoursesJob } from './learning/report-late-courses.job.ts'
import { sealOldAnswersJob } from './learning/seal-old-answers.job.ts'
import { sendCertificateShipped } from './learning/send-certificate-shipped.job.ts'
import { sendCourseEmail } from './learning/send-course-email.job.ts'
import { sendLateCourses } from './learning/send-late-courses.job.ts'
import { sendNewYorkNotice } from './learning/send-new-york-notice.job.ts'
import { sendRefusedReportEmail } from './learning/send-refused-report-email.job.ts'
import { sendReportAccepted } from './learning/send-report-accepted.job.ts'
import { sendReportSent } from './learning/send-report-sent.job.ts'
import { sendReview } from './learning/send-review.job.ts'
import { sweepCertificatesJob } from './learning/sweep-certificates.job.ts'
import { sweepReportsJob } from './learning/sweep-reports.job.ts'
import { updateCourseRatingJob } from './learning/update-course-rating.job.ts'
import { warnOfExpiryJob } from './learning/warn-of-expiry.job.ts'
import { warnOfNumbers } from './learning/warn-of-numbers.job.ts'
import { addUpRowCountsJob } from './platform/add-up-row-counts.job.ts'
import { forgetOldEmailsJob } from './platform/forget-old-emails.job.ts'
import { forgetOldEventsJob } from './platform/forget-old-events.job.ts'
import { forgetOldRatesJob } from './platform/forget-old-rates.job.ts'
import { makeMonthsJob } from './platform/make-months.job.ts'
import { publishTestEventsJob } from './platform/publish-test-events.job.ts'
import { sealAudit } from './platform/seal-audit.job.ts'
import { sweepFilesJob } from './platform/sweep-files.job.ts'
import { verifyAudit } from './platform/verify-audit.job.ts'
import { forgetOldAssessmentsJob } from './security/forget-old-assessments.job.ts'
import { announceUnreadAnswersJob } from './support/announce-unread-answers.job.ts'
import { sendAnswer } from './support/send-answer.job.ts'
import { sendReceived } from './support/send-received.job.ts'
import { sendTranscript } from './support/send-transcript.job.ts'

/** Every job of the product. A job that is not listed here is never installed and never runs. */
export const jobs: readonly AnyJob[] = [
  sendDomainOff,
  sendEmailChange,
  sendEmailConfirmation,
  sendPasswordLink,
  sendNewPassword,
  sendWelcome,
  sendOwedEmail,
  sendSecurityNotice,
  addNewPasswordNotification,
  addSecurityChangeNotification,
  warnOfAttack,
  sendOrderCode,
  sendSignInLinkEmail,
  sendInvitation,
  forgetOldSignIns,
  publishEventsJob,
  publishTestEventsJob,
  deliverWebhooksJob,
  sweepWebhooksJob,
  recheckOwnSitesJob,
  sendWebhookPaused,
  sendWebhookRedirected,
  exportCourseJob,
  importCourseJob,
  moveStudentsJob,
  forgetUploadsJob,
  sweepDomainsJob,
  sweepTasksJob,
  addUpRowCountsJob,
  forgetOldEmailsJob,
  forgetOldEventsJob,
  forgetOldRatesJob,
  makeMonthsJob,
  sweepFilesJob,
  forgetOldAssessmentsJob,
  forgetOldKeyCodesJob,
  forgetOldPromoTriesJob,
  markOverdueInvoicesJob,
  receiveStorefrontOrderJob,
  sweepStorefrontOrdersJob,
  sendLeaverEmails,
  sendReceipt,
  sendRefusal,
  saveCard,
  sendCharge,
  sendTracking,
  resolvePayments,
  resolveRefunds,
  returnSurplusJob,
  sendRefund,
  sendRefundRequest,
  sendRefundDecision,
  expireRefundRequests,
  reportOutcomes,
  readNotificationJob,
  readNotificationsJob,
  compareSettlementJob,
  expireCoursesJob,
  sealOldAnswersJob,
  sendCourseEmail,
  warnOfExpiryJob,
  remindOfDueDatesJob,
  reportLateCoursesJob,
  sendLateCourses,
  issueCertificateJob,
  sweepCertificatesJob,
  mailCertificateJob,
  addCertificateNotification,
  bindBookJob,
  reportCompletionJob,
  sweepReportsJob,
  queueFailureReportsJob,
  sendRefusedReportEmail,
  sendReportAccepted,
  sendReportSent,
  sendNewYorkNotice,
  sendCertificateShipped,
  warnOfNumbers,
  askForApproval,
  sendReview,
  pollExamJob,
  pollExamsJob,
  updateCourseRatingJob,
  sendAnswer,
  sendReceived,
  sendTranscript,
  announceUnreadAnswersJob,
  carryOutUploadJob,
  carryOutUndoJob,
  forgetStudentUploads,
  carryOutReportJob,
  runSchedulesJob,
  sendReportReady,
  eraseHeldJob,
  exportListJob,
  carryOutBulkRunJob,
  forgetBulkRuns,
  sealAudit,
  verifyAudit,
]
