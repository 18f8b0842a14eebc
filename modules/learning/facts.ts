import { defineFact } from '#platform/facts.ts'
import {
  dueEvents,
  enrolledEvents,
  expiryEvents,
  extensionEvents,
  failedCheckEvents,
  overdueEvents,
  passedEvents,
  progressEvents,
} from './events.ts'

/** A course was bought and can be taken. `quiet`: no email is sent. */
export const enrolled = defineFact<{ student_course_id: number; quiet?: true }>('learning.enrolled', enrolledEvents)
/** A course ends soon, at this instant, and the student has not finished it. */
export const expiresSoon = defineFact<{ student_course_id: number; expires_at: string }>(
  'learning.expires_soon',
  expiryEvents,
)
/** The due date of an unfinished course is this many days away, or fewer. */
export const dueSoon = defineFact<{ student_course_id: number; due_on: string; days: 1 | 7 }>(
  'learning.due_soon',
  dueEvents,
)
/** The due date of an unfinished course has passed. */
export const overdue = defineFact<{ student_course_id: number; due_on: string }>('learning.overdue', overdueEvents)
/** `count` students of an organization became late; their newest enrollment distinguishes the occasions. */
export const lateFound = defineFact<{
  organization_id: number
  count: number
  student_course_id: number
  due_on: string
}>('learning.late_found', { internal: 'each enrollment has its own event' })
/** Staff gave a student more time: the course now ends at this instant. */
export const courseExtended = defineFact<{ student_course_id: number; extended_to: string }>(
  'learning.course_extended',
  extensionEvents,
)
/** Every requirement is met and the final exam passed: certificate and report are due. */
export const coursePassed = defineFact<{ student_course_id: number }>('learning.course_passed', passedEvents)
/** A staff decision about an external exam. */
type ExamReview = 'exam-accepted' | 'exam-refused' | 'exam-cleared'
/**
 * A staff decision about a quiz, documents, an appeal, a setup or a disabled course, or another request to the student.
 */
export type ReviewResult =
  | 'passed'
  | 'failed'
  | 'sent-back'
  | 'documents'
  | 'attention'
  | 'appeal'
  | 'setup-reset'
  | 'unlocked'
  | ExamReview
/**
 * Staff have reviewed something, and the student must be notified. `event` identifies it within its kind, so a repeated
 * fact sends no second email.
 */
export const reviewed = defineFact<{
  student_course_id: number
  quiz_attempt_id: number | null
  result: ReviewResult
  /** The status that an unlocked course went back to. */
  to?: number
  event: string
}>('learning.reviewed', { internal: 'a change of the status has its own event' })
/** A student rated a course, so the catalogue's average may change. */
export const courseRated = defineFact<{ course_id: number }>('learning.course_rated', { internal: 'the catalogue' })
/** The provider of an external exam reported an event in this session. */
export const examReported = defineFact<{ external_exam_id: number }>('learning.exam_told', {
  internal: 'work with the provider',
})
/** A student has completed this share of a course's components. */
export const courseProgressed = defineFact<{ student_course_id: number; percent: 25 | 50 | 75 }>(
  'learning.course_progressed',
  progressEvents,
)
/** A student failed an identity check. */
export const checkFailed = defineFact<{ student_course_id: number; locks: boolean }>(
  'learning.check_failed',
  failedCheckEvents,
)
