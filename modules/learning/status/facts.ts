import { defineFact } from '#platform/facts.ts'
import { statusEvents } from './events.ts'

/** A student course moved from one status to another, or is disabled for a new reason (`from` equals `to`). */
export const statusChanged = defineFact<{ student_course_id: number; from: number; to: number }>(
  'learning.status_changed',
  statusEvents,
)
