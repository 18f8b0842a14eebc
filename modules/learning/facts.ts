import { defineFact } from '#platform/facts.ts'
import {
  enrolledEvents,
  expiryEvents,
  extensionEvents,
  failedCheckEvents,
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
 * Staff have reviewed something, and the student is to be told. `event` identifies it within its kind, so a repeated
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
export const examTold = defineFact<{ external_exam_id: number }>('learning.exam_told', {
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
