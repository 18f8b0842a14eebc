import { defineFact } from '../../../platform/facts.ts'

/** A completion must be told to its agency. */
export const reportOwed = defineFact<{ completion_report_id: number }>('learning.report_owed')
/** An agency has taken a completion into its books. A file that waits to be uploaded is no such answer. */
export const reportAccepted = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_accepted',
)
/** An agency has refused a completion for good: someone must mend what is wrong and send it again. */
export const reportRejected = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_rejected',
)
