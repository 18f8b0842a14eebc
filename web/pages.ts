import type { AnyPage } from '#platform/web/page.ts'
import about from './pages/account/about.page.tsx'
import cards from './pages/account/cards.page.tsx'
import cardsManage from './pages/account/cards-manage.page.tsx'
import changePassword from './pages/account/change-password.page.tsx'
import changePasswordInstructions from './pages/account/change-password-instructions.page.tsx'
import confirmEmail from './pages/account/confirm-email.page.tsx'
import forgotPassword from './pages/account/forgot-password.page.tsx'
import handOver from './pages/account/hand-over.page.tsx'
import invitation from './pages/account/invitation.page.tsx'
import language from './pages/account/language.page.tsx'
import login from './pages/account/login.page.tsx'
import loginCode from './pages/account/login-code.page.tsx'
import loginLink from './pages/account/login-link.page.tsx'
import loginLinkOpen from './pages/account/login-link-open.page.tsx'
import loginOrder from './pages/account/login-order.page.tsx'
import loginPartner from './pages/account/login-partner.page.tsx'
import loginRecoveryCodes from './pages/account/login-recovery-codes.page.tsx'
import loginSetUp from './pages/account/login-set-up.page.tsx'
import logout from './pages/account/logout.page.tsx'
import notices from './pages/account/notices.page.tsx'
import notifications from './pages/account/notifications.page.tsx'
import otherWaysIn from './pages/account/other-ways-in.page.tsx'
import ownPersonalData from './pages/account/personal-data.page.tsx'
import picture from './pages/account/picture.page.tsx'
import prove from './pages/account/prove.page.tsx'
import settings from './pages/account/settings.page.tsx'
import signup from './pages/account/signup.page.tsx'
import socialCallback from './pages/account/social-callback.page.tsx'
import socialStart from './pages/account/social-start.page.tsx'
import staffSecurity from './pages/account/staff-security.page.tsx'
import switchOrganization from './pages/account/switch-organization.page.tsx'
import viewAsExit from './pages/account/view-as-exit.page.tsx'
import auditorRecords from './pages/auditor/records.page.tsx'
import accessibility from './pages/catalogue/accessibility.page.tsx'
import details from './pages/catalogue/details.page.tsx'
import embedded from './pages/catalogue/embedded.page.tsx'
import home from './pages/catalogue/home.page.tsx'
import privacy from './pages/catalogue/privacy.page.tsx'
import sample from './pages/catalogue/sample.page.tsx'
import search from './pages/catalogue/search.page.tsx'
import terms from './pages/catalogue/terms.page.tsx'
import check from './pages/certificate/check.page.tsx'
import cartAdd from './pages/checkout/cart-add.page.tsx'
import checkout from './pages/checkout/checkout.page.tsx'
import checkoutEnter from './pages/checkout/enter.page.tsx'
import order from './pages/checkout/order.page.tsx'
import paypalReturn from './pages/checkout/paypal-return.page.tsx'
import success from './pages/checkout/success.page.tsx'
import sharedCompletion from './pages/completion/shared.page.tsx'
import agreement from './pages/course/agreement.page.tsx'
import completed from './pages/course/completed.page.tsx'
import confirm from './pages/course/confirm.page.tsx'
import content from './pages/course/content.page.tsx'
import disabled from './pages/course/disabled.page.tsx'
import expired from './pages/course/expired.page.tsx'
import external from './pages/course/external.page.tsx'
import courseIndex from './pages/course/index.page.tsx'
import issued from './pages/course/issued.page.tsx'
import passed from './pages/course/passed.page.tsx'
import payCourse from './pages/course/pay.page.tsx'
import quiz from './pages/course/quiz.page.tsx'
import quizError from './pages/course/quiz-error.page.tsx'
import quizIntro from './pages/course/quiz-intro.page.tsx'
import quizQuestion from './pages/course/quiz-question.page.tsx'
import quizSubmission from './pages/course/quiz-submission.page.tsx'
import quizSummary from './pages/course/quiz-summary.page.tsx'
import quizUnauthorized from './pages/course/quiz-unauthorized.page.tsx'
import registration from './pages/course/registration.page.tsx'
import registrationQuestion from './pages/course/registration-question.page.tsx'
import reinstate from './pages/course/reinstate.page.tsx'
import courseReport from './pages/course/report.page.tsx'
import retakeFee from './pages/course/retake-fee.page.tsx'
import review from './pages/course/review.page.tsx'
import securitySetup from './pages/course/security-setup.page.tsx'
import securityVerify from './pages/course/security-verify.page.tsx'
import courseSummary from './pages/course/summary.page.tsx'
import unlock from './pages/course/unlock.page.tsx'
import developersCall from './pages/developers/call.page.tsx'
import developersChangelog from './pages/developers/changelog.page.tsx'
import developers from './pages/developers/developers.page.tsx'
import developersGuide from './pages/developers/guide.page.tsx'
import developersReference from './pages/developers/reference.page.tsx'
import noReminders from './pages/leaver/no-reminders.page.tsx'
import leaverReturn from './pages/leaver/return.page.tsx'
import agencies from './pages/manage/agencies/agencies.page.tsx'
import agency from './pages/manage/agencies/agency.page.tsx'
import agencyFiles from './pages/manage/agencies/files.page.tsx'
import agencyWatched from './pages/manage/agencies/watched.page.tsx'
import agencyWorksheet from './pages/manage/agencies/worksheet.page.tsx'
import auditors from './pages/manage/auditors/auditors.page.tsx'
import accountColumns from './pages/manage/certificates/account-columns.page.tsx'
import certificate from './pages/manage/certificates/certificate.page.tsx'
import certificates from './pages/manage/certificates/certificates.page.tsx'
import issuedCertificates from './pages/manage/certificates/issued.page.tsx'
import manualIssue from './pages/manage/certificates/manual-issue.page.tsx'
import certificateNumbers from './pages/manage/certificates/numbers.page.tsx'
import certificateTemplate from './pages/manage/certificates/template.page.tsx'
import certificateTemplateNew from './pages/manage/certificates/template-new.page.tsx'
import certificateTemplates from './pages/manage/certificates/templates.page.tsx'
import client from './pages/manage/clients/client.page.tsx'
import clients from './pages/manage/clients/clients.page.tsx'
import manageCourse from './pages/manage/courses/course.page.tsx'
import manageCourseDuplicate from './pages/manage/courses/course-duplicate.page.tsx'
import manageCourseEntire from './pages/manage/courses/course-entire.page.tsx'
import manageCourseFaq from './pages/manage/courses/course-faq.page.tsx'
import manageCourseFinalExam from './pages/manage/courses/course-final-exam.page.tsx'
import manageCourseHistory from './pages/manage/courses/course-history.page.tsx'
import manageCourseHistoryEntry from './pages/manage/courses/course-history-entry.page.tsx'
import manageCourseImport from './pages/manage/courses/course-import.page.tsx'
import manageCourseNew from './pages/manage/courses/course-new.page.tsx'
import manageCourseOutline from './pages/manage/courses/course-outline.page.tsx'
import manageCoursePreview from './pages/manage/courses/course-preview.page.tsx'
import manageCourseQuestionBanks from './pages/manage/courses/course-question-banks.page.tsx'
import manageCourseRemove from './pages/manage/courses/course-remove.page.tsx'
import manageCourseSettings from './pages/manage/courses/course-settings.page.tsx'
import manageCourseVersionStudents from './pages/manage/courses/course-version-students.page.tsx'
import manageCourseVersions from './pages/manage/courses/course-versions.page.tsx'
import manageCourses from './pages/manage/courses/courses.page.tsx'
import staffHome from './pages/manage/home.page.tsx'
import authorizationKeys from './pages/manage/keys/authorization-keys.page.tsx'
import authorizationKeysAssign from './pages/manage/keys/authorization-keys-assign.page.tsx'
import authorizationKeysBatch from './pages/manage/keys/authorization-keys-batch.page.tsx'
import authorizationKeysCreate from './pages/manage/keys/authorization-keys-create.page.tsx'
import authorizationKeysDetails from './pages/manage/keys/authorization-keys-details.page.tsx'
import manage from './pages/manage/manage.page.tsx'
import charge from './pages/manage/money/charge.page.tsx'
import checkoutSettings from './pages/manage/money/checkout-settings.page.tsx'
import generateInvoice from './pages/manage/money/generate-invoice.page.tsx'
import invoices from './pages/manage/money/invoices.page.tsx'
import invoicesDetails from './pages/manage/money/invoices-details.page.tsx'
import leaver from './pages/manage/money/leaver.page.tsx'
import payments from './pages/manage/money/payments.page.tsx'
import paymentAgreement from './pages/manage/money/payments-agreement.page.tsx'
import paymentsAwaiting from './pages/manage/money/payments-awaiting.page.tsx'
import paymentChargeback from './pages/manage/money/payments-chargeback.page.tsx'
import paymentChargebacks from './pages/manage/money/payments-chargebacks.page.tsx'
import paymentDiscrepancies from './pages/manage/money/payments-discrepancies.page.tsx'
import paymentGo from './pages/manage/money/payments-go.page.tsx'
import paymentsHeld from './pages/manage/money/payments-held.page.tsx'
import paymentRefund from './pages/manage/money/payments-refund.page.tsx'
import undoPayment from './pages/manage/money/payments-undo.page.tsx'
import paymentVoid from './pages/manage/money/payments-void.page.tsx'
import promoCodes from './pages/manage/money/promo-codes.page.tsx'
import promoCodesCreate from './pages/manage/money/promo-codes-create.page.tsx'
import promoCodesEdit from './pages/manage/money/promo-codes-edit.page.tsx'
import organization from './pages/manage/organizations/organization.page.tsx'
import organizationBilling from './pages/manage/organizations/organization-billing.page.tsx'
import organizationCourses from './pages/manage/organizations/organization-courses.page.tsx'
import organizationDocuments from './pages/manage/organizations/organization-documents.page.tsx'
import organizationHome from './pages/manage/organizations/organization-home.page.tsx'
import organizationManager from './pages/manage/organizations/organization-manager.page.tsx'
import organizationNew from './pages/manage/organizations/organization-new.page.tsx'
import organizationNotes from './pages/manage/organizations/organization-notes.page.tsx'
import organizationOverview from './pages/manage/organizations/organization-overview.page.tsx'
import organizationPayments from './pages/manage/organizations/organization-payments.page.tsx'
import organizationSubs from './pages/manage/organizations/organization-subs.page.tsx'
import organizationWebsite from './pages/manage/organizations/organization-website.page.tsx'
import organizationWebsiteCourses from './pages/manage/organizations/organization-website-courses.page.tsx'
import organizationWebsiteNew from './pages/manage/organizations/organization-website-new.page.tsx'
import organizationWebsites from './pages/manage/organizations/organization-websites.page.tsx'
import organizations from './pages/manage/organizations/organizations.page.tsx'
import ownDomain from './pages/manage/organizations/own-domain.page.tsx'
import ownSites from './pages/manage/organizations/own-sites.page.tsx'
import organizationSignIn from './pages/manage/organizations/sign-in.page.tsx'
import storefrontOrders from './pages/manage/organizations/storefront-orders.page.tsx'
import storefrontOrdersMap from './pages/manage/organizations/storefront-orders-map.page.tsx'
import account from './pages/manage/people/account.page.tsx'
import administrators from './pages/manage/people/administrators.page.tsx'
import advances from './pages/manage/people/advances.page.tsx'
import completionCalendar from './pages/manage/people/completion-calendar.page.tsx'
import completionReport from './pages/manage/people/completion-report.page.tsx'
import completionReports from './pages/manage/people/completion-reports.page.tsx'
import courseAgencies from './pages/manage/people/course-agencies.page.tsx'
import courseAssignment from './pages/manage/people/course-assignment.page.tsx'
import courseExtension from './pages/manage/people/course-extension.page.tsx'
import eligibility from './pages/manage/people/eligibility.page.tsx'
import entityLink from './pages/manage/people/entity-link.page.tsx'
import eventHistory from './pages/manage/people/event-history.page.tsx'
import externalExam from './pages/manage/people/external-exam.page.tsx'
import externalExams from './pages/manage/people/external-exams.page.tsx'
import extraTime from './pages/manage/people/extra-time.page.tsx'
import identityChecks from './pages/manage/people/identity-checks.page.tsx'
import instructorCourses from './pages/manage/people/instructor-courses.page.tsx'
import instructors from './pages/manage/people/instructors.page.tsx'
import invitations from './pages/manage/people/invitations.page.tsx'
import linkedStudent from './pages/manage/people/linked-student.page.tsx'
import permissions from './pages/manage/people/permissions.page.tsx'
import personalData from './pages/manage/people/personal-data.page.tsx'
import staffDetail from './pages/manage/people/staff-detail.page.tsx'
import studentAdvance from './pages/manage/people/student-advance.page.tsx'
import studentDetail from './pages/manage/people/student-detail.page.tsx'
import students from './pages/manage/people/students.page.tsx'
import supportStaff from './pages/manage/people/support-staff.page.tsx'
import viewAs from './pages/manage/people/view-as.page.tsx'
import manageProgram from './pages/manage/programs/program.page.tsx'
import manageProgramRule from './pages/manage/programs/program-rule.page.tsx'
import managePrograms from './pages/manage/programs/programs.page.tsx'
import reports from './pages/manage/reports/reports.page.tsx'
import reportsHistory from './pages/manage/reports/reports-history.page.tsx'
import reportsSchedules from './pages/manage/reports/reports-schedules.page.tsx'
import allSettings from './pages/manage/settings/all.page.tsx'
import banners from './pages/manage/settings/banners.page.tsx'
import certificateSigner from './pages/manage/settings/certificate-signer.page.tsx'
import emails from './pages/manage/settings/emails.page.tsx'
import languages from './pages/manage/settings/languages.page.tsx'
import noticeEdit from './pages/manage/settings/notice-edit.page.tsx'
import noticeNew from './pages/manage/settings/notice-new.page.tsx'
import systemNotices from './pages/manage/settings/notices.page.tsx'
import savedReplies from './pages/manage/settings/saved-replies.page.tsx'
import sentEmailsPage from './pages/manage/settings/sent-emails.page.tsx'
import supportSettings from './pages/manage/settings/support.page.tsx'
import systemStatus from './pages/manage/settings/system.page.tsx'
import translations from './pages/manage/settings/translations.page.tsx'
import systemSettings from './pages/manage/settings.page.tsx'
import documentSubmissions from './pages/manage/submissions/documents.page.tsx'
import documentsReview from './pages/manage/submissions/documents-review.page.tsx'
import needsAttention from './pages/manage/submissions/needs-attention.page.tsx'
import quizAttempt from './pages/manage/submissions/quiz-attempt.page.tsx'
import quizGroup from './pages/manage/submissions/quiz-group.page.tsx'
import quizSubmissions from './pages/manage/submissions/quizzes.page.tsx'
import submissions from './pages/manage/submissions/submissions.page.tsx'
import tasks from './pages/manage/tasks.page.tsx'
import studentUpload from './pages/manage/uploads/student-upload.page.tsx'
import studentUploadNew from './pages/manage/uploads/student-upload-new.page.tsx'
import views from './pages/manage/views.page.tsx'
import webhookDelivery from './pages/manage/webhooks/delivery.page.tsx'
import webhook from './pages/manage/webhooks/webhook.page.tsx'
import dashboard from './pages/student/dashboard.page.tsx'
import redeemKey from './pages/student/redeem-key.page.tsx'
import supportCenter from './pages/support/center.page.tsx'
import supportContact from './pages/support/contact.page.tsx'
import supportThread from './pages/support/thread.page.tsx'
import supportTickets from './pages/support/tickets.page.tsx'
import supportVisitor from './pages/support/visitor.page.tsx'

/** Every page of the product. Each declares its address and view in its own file. */
export const pages: readonly AnyPage[] = [
  about,
  changePasswordInstructions,
  changePassword,
  otherWaysIn,
  confirmEmail,
  forgotPassword,
  handOver,
  language,
  login,
  loginCode,
  loginRecoveryCodes,
  loginSetUp,
  logout,
  notices,
  notifications,
  settings,
  picture,
  staffSecurity,
  prove,
  signup,
  invitation,
  loginLink,
  loginLinkOpen,
  loginPartner,
  loginOrder,
  socialStart,
  socialCallback,
  switchOrganization,
  viewAsExit,
  details,
  embedded,
  sample,
  home,
  accessibility,
  privacy,
  developers,
  developersGuide,
  developersReference,
  developersCall,
  developersChangelog,
  search,
  terms,
  check,
  cartAdd,
  checkout,
  paypalReturn,
  checkoutEnter,
  cards,
  cardsManage,
  success,
  order,
  payCourse,
  reinstate,
  retakeFee,
  charge,
  certificates,
  certificateNumbers,
  accountColumns,
  manualIssue,
  issuedCertificates,
  certificate,
  certificateTemplates,
  certificateTemplateNew,
  certificateTemplate,
  completionReports,
  courseAssignment,
  courseExtension,
  eligibility,
  extraTime,
  personalData,
  ownPersonalData,
  courseAgencies,
  completionReport,
  agencies,
  agency,
  agencyFiles,
  agencyWatched,
  agencyWorksheet,
  leaverReturn,
  noReminders,
  agreement,
  completed,
  confirm,
  content,
  disabled,
  expired,
  courseIndex,
  issued,
  passed,
  courseReport,
  completionCalendar,
  auditorRecords,
  auditors,
  clients,
  webhook,
  webhookDelivery,
  client,
  sharedCompletion,
  quizError,
  quizIntro,
  quizQuestion,
  quizSubmission,
  quizSummary,
  quizUnauthorized,
  quiz,
  registrationQuestion,
  registration,
  review,
  courseSummary,
  securitySetup,
  securityVerify,
  external,
  unlock,
  account,
  manage,
  systemSettings,
  savedReplies,
  supportSettings,
  languages,
  emails,
  sentEmailsPage,
  translations,
  allSettings,
  systemStatus,
  systemNotices,
  noticeNew,
  noticeEdit,
  banners,
  certificateSigner,
  administrators,
  instructors,
  supportStaff,
  instructorCourses,
  invitations,
  eventHistory,
  linkedStudent,
  entityLink,
  authorizationKeys,
  authorizationKeysAssign,
  authorizationKeysBatch,
  authorizationKeysCreate,
  authorizationKeysDetails,
  manageCourses,
  managePrograms,
  manageProgram,
  manageProgramRule,
  manageCourseImport,
  manageCourseNew,
  manageCourseDuplicate,
  manageCourseRemove,
  manageCourseSettings,
  manageCourseOutline,
  manageCourseFinalExam,
  manageCourseFaq,
  manageCourseQuestionBanks,
  manageCourseVersions,
  manageCourseVersionStudents,
  manageCourseHistory,
  manageCourseHistoryEntry,
  manageCourseEntire,
  manageCoursePreview,
  manageCourse,
  organizations,
  organization,
  organizationNew,
  organizationOverview,
  organizationSubs,
  organizationPayments,
  organizationBilling,
  organizationManager,
  organizationNotes,
  organizationDocuments,
  organizationCourses,
  organizationWebsites,
  ownDomain,
  ownSites,
  organizationSignIn,
  organizationHome,
  organizationWebsiteNew,
  organizationWebsite,
  organizationWebsiteCourses,
  payments,
  paymentDiscrepancies,
  paymentAgreement,
  paymentChargebacks,
  paymentChargeback,
  paymentsAwaiting,
  paymentsHeld,
  paymentRefund,
  paymentVoid,
  undoPayment,
  paymentGo,
  invoices,
  invoicesDetails,
  generateInvoice,
  storefrontOrders,
  storefrontOrdersMap,
  permissions,
  promoCodes,
  promoCodesCreate,
  promoCodesEdit,
  leaver,
  checkoutSettings,
  submissions,
  identityChecks,
  externalExams,
  externalExam,
  quizSubmissions,
  documentSubmissions,
  quizAttempt,
  quizGroup,
  documentsReview,
  needsAttention,
  students,
  studentDetail,
  studentAdvance,
  staffHome,
  studentUploadNew,
  studentUpload,
  advances,
  staffDetail,
  viewAs,
  tasks,
  reports,
  reportsHistory,
  reportsSchedules,
  views,
  dashboard,
  redeemKey,
  supportTickets,
  supportThread,
  supportCenter,
  supportContact,
  supportVisitor,
]
