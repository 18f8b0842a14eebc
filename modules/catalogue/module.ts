import { defineModule } from '#platform/module.ts'
import { exportCourse } from './archive/request-export.ts'
import { beginImport, importCourse } from './archive/request-import.ts'
import { addProgramQuestions } from './authoring/add-program-questions.ts'
import { courseSupport, updateCertTemplate, updateSupport } from './authoring/certificates-and-support.ts'
import { courseOne, courseOverview, courseVersion } from './authoring/course-one.ts'
import { getFinalExam, updateFinalExam } from './authoring/final-exam.ts'
import { announcePresence } from './authoring/presence.ts'
import { getRegistration, updateRegistration } from './authoring/registration.ts'
import { getSecurity, updateSecurity } from './authoring/security.ts'
import { updateFaq } from './authoring/update-faq.ts'
import { updateCourse, updateOverview } from './authoring/update-overview.ts'
import {
  fetchCertificateSigner,
  saveCertificateSigner,
  showCertificateSignature,
  uploadCertificateSignature,
} from './certificate-templates/manage-signer.ts'
import {
  createCertTemplate,
  fetchCertificateTemplate,
  fetchCertificateTemplates,
  updateCertificateTemplate,
} from './certificate-templates/manage-templates.ts'
import { uploadCertificateBackground } from './certificate-templates/upload-background.ts'
import { courseHistory } from './courses/course-history.grid.ts'
import { courseLookups } from './courses/course-lookups.ts'
import { courses } from './courses/courses.grid.ts'
import { createCourse, duplicateCourse, newCourse } from './courses/create-course.ts'
import { removeCourse } from './courses/remove-course.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { downloadDocument } from './documents/download-document.ts'
import { fetchDocuments } from './documents/fetch-documents.ts'
import { fetchUserAttachment } from './documents/fetch-user-attachment.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { fetchFaqs } from './faqs/fetch-faqs.ts'
import { fetchHome, saveHome } from './home/manage-home.ts'
import { lookups } from './lookups.shared.ts'
import { fetchAttachmentUses } from './media/attachment-uses.ts'
import { beginUpload, uploadVideo } from './media/begin-upload.ts'
import { deleteAttachment, saveAttachment } from './media/change-attachment.ts'
import { fetchOrganizationAttachments } from './media/fetch-organization-attachments.ts'
import { getRelatedMedia } from './media/get-related-media.ts'
import { saveMediaLibraryAttachment } from './media/save-upload.ts'
import { uploadAttachment } from './media/upload-attachment.ts'
import { uploadThumbnail } from './media/upload-thumbnail.ts'
import { componentLinkedData, inlineQuizData, mediaComponentLinkedData } from './outline/component-linked-data.ts'
import { personal } from './personal-tables.ts'
import { previewCourse } from './preview/preview-course.ts'
import { fetchProgram, fetchPrograms } from './programs/fetch-programs.ts'
import { leaveProgramRulesEmpty, setProgramRule, takeBackProgramRule } from './programs/set-rules.ts'
import { fetchDetails } from './public/fetch-details.ts'
import { fetchPublicCourses } from './public/fetch-public-courses.ts'
import { fetchSampleLesson } from './public/sample-lesson.ts'
import { changeCourseStatus, publishCourse, unpublishCourse } from './publishing/publish-course.ts'
import { publishReport } from './publishing/report.ts'
import { compareVersions, discardDraft, fetchVersions, restoreVersion } from './publishing/versions.ts'
import { importQuestions, previewQuestions } from './questions/import/import-questions.ts'
import {
  createQuestionBank,
  fetchQuestionBanks,
  loadQuestionBank,
  removeQuestionBank,
  saveQuestionBank,
} from './questions/question-banks.ts'
import { questionTypeLookup } from './questions/question-types.shared.ts'
import { updateQuestionConfig } from './questions/update-question-config.ts'
import { autocompleteCourses, autocompleteOrgWebsites, autocompleteWebsites } from './websites/autocomplete.ts'
import { courseWebsites } from './websites/course-websites.grid.ts'
import { fetchWebsiteById } from './websites/fetch-website-by-id.ts'
import { fetchOrganizationWebsites, fetchWebsites } from './websites/fetch-websites.ts'
import { getWebsiteByAwcId } from './websites/get-website-by-awc-id.ts'
import { organizationCourses } from './websites/organization-courses.grid.ts'
import {
  addOrganizationCourse,
  changeOrganizationCourse,
  removeOrganizationCourse,
  unassignedOrganizationCourses,
} from './websites/organization-courses.ts'
import { removeCourseWebsite } from './websites/remove-course-website.ts'
import { removeWebsite } from './websites/remove-website.ts'
import { saveCourseWebsite } from './websites/save-course-website.ts'
import { saveWebsite } from './websites/save-website.ts'
import { uploadLogo } from './websites/upload-logo.ts'
import { assignedCourses, unassignedCourses } from './websites/website-courses.ts'

export const catalogue = defineModule({
  name: 'catalogue',
  uses: ['identity'],
  personal,
  folders: [
    'rich-text',
    'versions',
    'account',
    'documents',
    'media',
    'faqs',
    'certificate-templates',
    'websites',
    'public',
    'drafts',
    'questions',
    'programs',
    'home',
    'outline',
    'authoring',
    'preview',
    'publishing',
    'course-editor',
    'archive',
    'courses',
  ],
  lookups: { ...lookups, lk_question_type_id: questionTypeLookup },
  operations: [
    fetchPublicCourses,
    fetchDetails,
    fetchSampleLesson,
    getWebsiteByAwcId,
    fetchFaqs,
    ...courseWebsites.operations,
    fetchWebsites,
    fetchOrganizationWebsites,
    fetchWebsiteById,
    autocompleteWebsites,
    autocompleteCourses,
    autocompleteOrgWebsites,
    saveWebsite,
    removeWebsite,
    uploadLogo,
    fetchHome,
    saveHome,
    assignedCourses,
    unassignedCourses,
    saveCourseWebsite,
    removeCourseWebsite,
    ...organizationCourses.operations,
    addOrganizationCourse,
    changeOrganizationCourse,
    removeOrganizationCourse,
    unassignedOrganizationCourses,
    getRelatedMedia,
    fetchOrganizationAttachments,
    beginUpload,
    uploadVideo,
    saveMediaLibraryAttachment,
    uploadAttachment,
    uploadThumbnail,
    fetchAttachmentUses,
    saveAttachment,
    deleteAttachment,
    fetchUserAttachment,
    fetchDocuments,
    uploadDocument,
    downloadDocument,
    deleteDocument,
    fetchCertificateTemplates,
    fetchCertificateTemplate,
    createCertTemplate,
    updateCertificateTemplate,
    uploadCertificateBackground,
    fetchCertificateSigner,
    saveCertificateSigner,
    uploadCertificateSignature,
    showCertificateSignature,
    ...courses.operations,
    createCourse,
    newCourse,
    duplicateCourse,
    removeCourse,
    changeCourseStatus,
    publishCourse,
    unpublishCourse,
    publishReport,
    fetchPrograms,
    fetchProgram,
    setProgramRule,
    takeBackProgramRule,
    leaveProgramRulesEmpty,
    ...courseHistory.operations,
    courseLookups,
    courseOne,
    courseVersion,
    courseOverview,
    announcePresence,
    updateOverview,
    updateCourse,
    updateFaq,
    getRegistration,
    updateRegistration,
    addProgramQuestions,
    getFinalExam,
    updateFinalExam,
    getSecurity,
    updateSecurity,
    updateCertTemplate,
    courseSupport,
    updateSupport,
    componentLinkedData,
    mediaComponentLinkedData,
    inlineQuizData,
    updateQuestionConfig,
    createQuestionBank,
    fetchQuestionBanks,
    saveQuestionBank,
    loadQuestionBank,
    removeQuestionBank,
    previewQuestions,
    importQuestions,
    fetchVersions,
    compareVersions,
    restoreVersion,
    discardDraft,
    previewCourse,
    exportCourse,
    beginImport,
    importCourse,
  ],
  grids: [courseWebsites, organizationCourses, courses, courseHistory],
})
