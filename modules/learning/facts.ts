import { defineFact } from '../../platform/facts.ts'

/** A student course has moved from one status to another. */
export const statusChanged = defineFact<{ student_course_id: number; from: number; to: number }>(
  'learning.status_changed',
)
/** A course was bought and can be taken. */
export const enrolled = defineFact<{ student_course_id: number }>('learning.enrolled')
/** Every requirement is met, the final exam passed: certificate and report are due. */
export const coursePassed = defineFact<{ student_course_id: number }>('learning.course_passed')
/** Staff have refused a document of its registration; its student sends another one. */
export const documentRefused = defineFact<{ student_course_id: number }>('learning.document_refused')
/** Staff have decided about an attempt: passed, failed, or back to its student. */
export const quizReviewed = defineFact<{ quiz_attempt_id: number; version: number }>('learning.quiz_reviewed')
