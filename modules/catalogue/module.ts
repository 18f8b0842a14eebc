import { defineModule } from '../../platform/module.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { downloadDocument } from './documents/download-document.ts'
import { fetchDocuments } from './documents/fetch-documents.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { fetchFaqs } from './faqs/fetch-faqs.ts'
import { getRelatedMedia } from './media/get-related-media.ts'
import { fetchDetails } from './public/fetch-details.ts'
import { fetchPublicCourses } from './public/fetch-public-courses.ts'
import { fetchCourseWebsites } from './websites/fetch-course-websites.ts'
import { getWebsiteByAwcId } from './websites/get-website-by-awc-id.ts'

export const catalogue = defineModule({
  name: 'catalogue',
  uses: ['identity'],
  operations: [
    fetchPublicCourses,
    fetchDetails,
    getWebsiteByAwcId,
    fetchFaqs,
    fetchCourseWebsites,
    getRelatedMedia,
    fetchDocuments,
    uploadDocument,
    downloadDocument,
    deleteDocument,
  ],
})
