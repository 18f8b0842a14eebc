import type { AttemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { defineFact } from '#platform/facts.ts'

/** An attempt at a quiz or final exam was submitted and graded as far as possible automatically. */
export const quizFinished = defineFact<{
  quiz_attempt_id: number
  student_course_id: number
  component_id: number
  lk_quiz_attempt_status_id: AttemptStatus
  final_ind: boolean
}>('learning.quiz_finished', { internal: 'results of quizzes are between student and course' })
