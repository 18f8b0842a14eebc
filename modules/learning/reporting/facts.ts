import { defineFact } from '#platform/facts.ts'

/** A completion must be reported to its agency. */
export const reportOwed = defineFact<{ completion_report_id: number }>('learning.report_owed')
/** An agency accepted a completion. A file waiting to be uploaded does not count. */
export const reportAccepted = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_accepted',
)
/** A completion was handed over to its agency, which answers later. */
export const reportSent = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_sent',
)
/** An agency finally rejected a completion: someone must correct the data and resubmit. */
export const reportRejected = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_rejected',
)
