import { defineFact } from '#platform/facts.ts'

/** Staff undo a completed upload of students. */
export const uploadUndoStarted = defineFact<{ student_upload_id: number }>('backoffice.upload_undo_started', {
  internal: 'each student and enrollment has its own events',
})

/** Staff started a validated upload of students. */
export const uploadStarted = defineFact<{ student_upload_id: number }>('backoffice.upload_started', {
  internal: 'each student and enrollment has its own events',
})
