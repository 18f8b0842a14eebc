import { defineFact } from '#platform/facts.ts'
import { acceptedEvents, rejectedEvents, sentEvents } from './events.ts'

/** A completion must be reported to its agency. */
export const reportOwed = defineFact<{ completion_report_id: number }>('learning.report_owed', {
  internal: 'the result has its own event',
})
/** An agency accepted a completion. A file waiting to be uploaded does not count. */
export const reportAccepted = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_accepted',
  acceptedEvents,
)
/** A completion was handed over to its agency, which responds later. */
export const reportSent = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_sent',
  sentEvents,
)
/** An agency finally rejected a completion: someone must correct the data and resubmit. */
export const reportRejected = defineFact<{ completion_report_id: number; student_course_id: number }>(
  'learning.report_rejected',
  rejectedEvents,
)
