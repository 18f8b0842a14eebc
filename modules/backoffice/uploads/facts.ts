import { defineFact } from '../../../platform/facts.ts'

/** Staff started the upload of students whose rows were checked. */
export const uploadStarted = defineFact<{ student_upload_id: number }>('backoffice.upload_started')
