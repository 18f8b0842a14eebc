import { defineFact } from '#platform/facts.ts'

/** A completion must be reported to its agency. */
export const reportOwed = defineFact<{ completion_report_id: number }>('learning.report_owed')
/** An agency has accepted a completion. A file that waits to be uploaded is no such answer. */
export const reportAccepted = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_accepted',
)
/** An agency finally rejected a completion: someone must correct the data and send it again. */
export const reportRejected = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_rejected',
)
