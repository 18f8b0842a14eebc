import { enrollmentDraft, ofEnrollment } from '#modules/learning/events.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { AnyEvent } from '#platform/events/define-event.ts'
import type { FactEvents } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

const statusFields = { from_status_id: z.int(), lk_student_course_status_id: z.int() }

const started = ofEnrollment('course.started', 'A student started the lessons of a course.', statusFields)
const locked = ofEnrollment(
  'course.locked',
  'A course was disabled, or the reason for it changed: by an identity check, by staff or by a payment.',
  {
    ...statusFields,
    lk_student_course_status_reason_id: z.int().nullable(),
  },
)
const expiredEvent = ofEnrollment('enrollment.expired', 'A course ended before it was finished.', statusFields)
const refunded = ofEnrollment('enrollment.refunded', 'A course was refunded and can no longer be taken.', statusFields)
const changedEvent = ofEnrollment(
  'enrollment.status_changed',
  'An enrollment changed to a status that has no event of its own.',
  statusFields,
)

/** Statuses before the lessons; the first move from these to the lessons starts the course. */
const beforeLessons: readonly number[] = [
  status.paidNotRegistered,
  status.inRegistration,
  status.paidRegistered,
  status.inSecuritySetup,
]

/** Statuses whose first event comes from a separate fact, for passing and for certificates. */
const withOwnFact: readonly number[] = [status.passed, status.certificateIssued, status.certificateIssuedManually]
/** Statuses from which a course returns to one of these without being passed or issued again. */
const returnStatuses: readonly number[] = [status.disabled, status.completionError, status.completionErrorFlhsmv]

type Moved = { student_course_id: number; from: number; to: number }

export const statusEvents: FactEvents<Moved> = {
  becomes: [started, locked, expiredEvent, refunded, changedEvent],
  async find(sql, { student_course_id, from, to }) {
    if (withOwnFact.includes(to) && !returnStatuses.includes(from)) return []
    const about = { student_course_id, from_status_id: from, lk_student_course_status_id: to }
    return [await enrollmentDraft(sql, kindOf(from, to), about)]
  },
}

function kindOf(from: number, to: number): AnyEvent {
  if (to === status.inProgress && beforeLessons.includes(from)) return started
  if (to === status.disabled) return locked
  if (to === status.expired) return expiredEvent
  return to === status.refunded ? refunded : changedEvent
}
