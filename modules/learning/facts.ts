import { defineFact } from '#platform/facts.ts'

/** A student course has moved from one status to another. */
export const statusChanged = defineFact<{ student_course_id: number; from: number; to: number }>(
  'learning.status_changed',
)
/** A course was bought and can be taken. */
export const enrolled = defineFact<{ student_course_id: number }>('learning.enrolled')
/** A course ends soon, at this instant, and its student is not done. */
export const expiresSoon = defineFact<{ student_course_id: number; expires_at: string }>('learning.expires_soon')
/** Staff gave a student more time: the course now ends at this instant. */
export const courseExtended = defineFact<{ student_course_id: number; extended_to: string }>('learning.course_extended')
/** Every requirement is met, the final exam passed: certificate and report are due. */
export const coursePassed = defineFact<{ student_course_id: number }>('learning.course_passed')
/** What staff decided about an external exam. */
type ExamReview = 'exam-accepted' | 'exam-refused' | 'exam-cleared'
/** What staff decided: about a quiz, documents, an appeal, a setup or a disabled course, or what else they want of the student. */
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
/** Staff have reviewed something, and its student is to know. `event` is one of its kind: repeated, it is the same email. */
export const reviewed = defineFact<{
  student_course_id: number
  quiz_attempt_id: number | null
  result: ReviewResult
  /** The status that an unlocked course went back to. */
  to?: number
  event: string
}>('learning.reviewed')
/** A student has rated a course: the catalogue's average may be another one. */
export const courseRated = defineFact<{ course_id: number }>('learning.course_rated')
/** The provider of an external exam says that something has happened in this session. */
export const examTold = defineFact<{ external_exam_id: number }>('learning.exam_told')
