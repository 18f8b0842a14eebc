export { importCourse } from './archive/ask-import.ts'
export { runExport } from './archive/export-course.ts'
export { exportAsked, importAsked } from './archive/facts.ts'
export { endImport, runImport } from './archive/import-course.ts'
export { courseSupport, updateCertTemplate, updateSupport } from './authoring/certificates-and-support.ts'
export type { AuthoredCourse } from './authoring/course.schema.ts'
export { courseOne } from './authoring/course-one.ts'
export { getFinalExam } from './authoring/final-exam.ts'
export { ownerOfAuthored } from './authoring/presence.ts'
export { getRegistration, updateRegistration } from './authoring/registration.ts'
export { getSecurity, updateSecurity } from './authoring/security.ts'
export { findSupportAssignee } from './authoring/support-assignee.sql.ts'
export { updateOverview } from './authoring/update-overview.ts'
export { brandedDesign, certificateFacts } from './certificate-templates/certificate-facts.ts'
export {
  type Design,
  type DesignField,
  isSignature,
  type Placeholder,
  pageSizes,
} from './certificate-templates/design.shared.ts'
export {
  fetchCertificateSigner,
  saveCertificateSigner,
  uploadCertificateSignature,
} from './certificate-templates/manage-signer.ts'
export {
  createCertTemplate,
  fetchCertificateTemplate,
  fetchCertificateTemplates,
} from './certificate-templates/manage-templates.ts'
export { findSigner } from './certificate-templates/signer.sql.ts'
export { starterDesign, starters } from './certificate-templates/starters.ts'

export {
  listCertificateTemplates,
  selectCertificateTemplate,
  type TemplateVersion,
} from './certificate-templates/template.sql.ts'
export { type CourseCounter, type CourseCounts, courseCounter } from './courses/course-figures.ts'
export { courseHistory } from './courses/course-history.grid.ts'
export { courses } from './courses/courses.grid.ts'
export { createCourse, duplicateCourse } from './courses/create-course.ts'
export { removeCourse } from './courses/remove-course.ts'
export { fetchDocuments } from './documents/fetch-documents.ts'
export { type Faq, listFaqs } from './faqs/faq.sql.ts'
export { fetchFaqs } from './faqs/fetch-faqs.ts'
export { attachmentIdOf, attachmentUrl } from './media/attachment.sql.ts'
export { courseTakers } from './media/course-takers.ts'
export { forgetUploads } from './media/forget-uploads.ts'
export { mediaRoutes } from './media/media-routes.ts'
export { selectMediaUsage } from './media/media-usage.sql.ts'
export { mp4DurationMs } from './media/mp4-duration.ts'
export { namesCatalogueFile } from './media/names-file.ts'
export {
  framesOf,
  type Medium,
  mediaOf,
  mediaResolver,
  resolveMedia,
} from './media/resolve-media.ts'
export { saveMediaLibraryAttachment } from './media/save-upload.ts'
export { uploadRoutes } from './media/upload-routes.ts'
export { openUploads, type UploadStore, uploadStore } from './media/upload-store.ts'
export { type PreviewPart, previewCourse } from './preview/preview-course.ts'
export { fetchProgram, fetchPrograms, type ProgramRule } from './programs/fetch-programs.ts'
export { leaveProgramRulesEmpty, setProgramRule, takeBackProgramRule } from './programs/set-rules.ts'
export { fetchDetails } from './public/fetch-details.ts'
export { fetchPublicCourses } from './public/fetch-public-courses.ts'
export type { PublicCourseAnswer } from './public/public-course.ts'
export {
  pageSize,
  publicCourses,
  sorts,
} from './public/public-courses.sql.ts'
export { publicRoutes } from './public/public-routes.ts'
export { listRelatedCourses } from './public/related-courses.sql.ts'
export { readRevision } from './public/revision.ts'
export { findStateId } from './public/states.ts'
export type { Problem } from './publishing/problem.ts'
export { publishCourse, unpublishCourse } from './publishing/publish-course.ts'
export { publishReport } from './publishing/report.ts'
export {
  compareVersions,
  discardDraft,
  fetchVersions,
  listPublishedVersions,
  type PublishedVersion,
  restoreVersion,
} from './publishing/versions.ts'
export type {
  Question,
  QuestionConfiguration,
  QuestionOption,
} from './questions/question.schema.ts'
export { listQuestions, selectQuestions } from './questions/question.sql.ts'
export {
  createQuestionBank,
  fetchQuestionBanks,
  loadQuestionBank,
  removeQuestionBank,
} from './questions/question-banks.ts'
export { RevealedOption, ShownOption } from './questions/question-option.schema.ts'
export { ShownPicture } from './questions/question-picture.schema.ts'
export { withoutAnswers } from './questions/without-answers.ts'
export {
  documentText,
  hostedVideoAt,
  listInlineQuizzes,
  listMedia,
  renderDocument,
  validateDocument,
} from './rich-text/index.ts'
export {
  type Component,
  componentTypes,
  type MediaCardAttributes,
  type QuestionPool,
  type QuizComponent,
  type QuizOutlineComponent,
} from './versions/component.schema.ts'
export { courseAgency, listCourseAgencies, setCourseAgency } from './versions/course-agency.sql.ts'
export { setCourseRating } from './versions/course-rating.sql.ts'
export { examsAsked } from './versions/external-exam.shared.ts'
export {
  type AudioOptions,
  type CompletionConfiguration,
  type RegistrationOptions,
  type SecurityOptions,
  securityDefaults,
} from './versions/options.schema.ts'
export type { CourseVersion } from './versions/version.schema.ts'
export { listComponents, selectComponent, selectCourseVersion } from './versions/version.sql.ts'
export { forgetVersions } from './versions/version-cache.ts'
export {
  type CourseWebsite,
  findCourseWebsite,
  listShippingMethods,
  type ShippingMethod,
} from './websites/course-website.sql.ts'
export { courseWebsites } from './websites/course-websites.grid.ts'
export { emailLookOf } from './websites/email-look.ts'
export { fetchWebsiteById, type WebsitePromoCode, websitePromoCodes } from './websites/fetch-website-by-id.ts'
export { fetchOrganizationWebsites } from './websites/fetch-websites.ts'
export { listOfferTerms, type OfferTerms } from './websites/offer-terms.sql.ts'
export { organizationCourses } from './websites/organization-courses.grid.ts'
export { findSoldCourse } from './websites/organization-courses.sql.ts'
export {
  addOrganizationCourse,
  removeOrganizationCourse,
  unassignedOrganizationCourses,
} from './websites/organization-courses.ts'
export { setsTerms } from './websites/reach.ts'
export { staffLink } from './websites/referral-link.ts'
export { removeCourseWebsite } from './websites/remove-course-website.ts'
export { removeWebsite } from './websites/remove-website.ts'
export { saveCourseWebsite } from './websites/save-course-website.ts'
export { saveWebsite } from './websites/save-website.ts'
export { findSiteBrand } from './websites/site-brand.sql.ts'
export { uploadLogo } from './websites/upload-logo.ts'
export { assignedCourses, unassignedCourses } from './websites/website-courses.ts'
