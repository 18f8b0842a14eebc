import { defineModule } from '../../platform/module.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { downloadDocument } from './documents/download-document.ts'
import { fetchDocuments } from './documents/fetch-documents.ts'
import { fetchUserAttachment } from './documents/fetch-user-attachment.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { fetchFaqs } from './faqs/fetch-faqs.ts'
import { lookups } from './lookups.shared.ts'
import { fetchAttachmentUses } from './media/attachment-uses.ts'
import { beginUpload, uploadVideo } from './media/begin-upload.ts'
import { deleteAttachment, saveAttachment } from './media/change-attachment.ts'
import { fetchOrganizationAttachments } from './media/fetch-organization-attachments.ts'
import { getRelatedMedia } from './media/get-related-media.ts'
import { saveMediaLibraryAttachment } from './media/save-upload.ts'
import { uploadAttachment } from './media/upload-attachment.ts'
import { uploadThumbnail } from './media/upload-thumbnail.ts'
import { fetchDetails } from './public/fetch-details.ts'
import { fetchPublicCourses } from './public/fetch-public-courses.ts'
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
  lookups,
  operations: [
    fetchPublicCourses,
    fetchDetails,
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
  ],
  grids: [courseWebsites, organizationCourses],
})
