import { defineFact } from '#platform/facts.ts'

/** Staff take back an upload of students that is done. */
export const uploadUndoStarted = defineFact<{ student_upload_id: number }>('backoffice.upload_undo_started')

/** Staff started the upload of students whose rows were checked. */
export const uploadStarted = defineFact<{ student_upload_id: number }>('backoffice.upload_started')
