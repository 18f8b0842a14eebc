import { AnswerValue, instant } from '#modules/learning/questions/quiz.schema.ts'
import { z } from '#platform/schema.ts'

/** The maximum length of a staff comment to a student. */
const maxCommentLength = 149
export const Comment = z.string().trim().max(maxCommentLength).nullish()

/** The student of the submitted course. */
export const SubmittedWork = z.object({
  student_course_id: z.number(),
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_name: z.string(),
  course_name: z.string(),
  lk_student_course_status_id: z.number(),
})

/** An attempt as staff see it. `version` is sent back with the decision. */
export const GradedAttempt = z.object({
  quiz_attempt_id: z.number(),
  quiz_id: z.number(),
  component_id: z.number(),
  name: z.string(),
  final_ind: z.boolean(),
  attempt_number: z.number(),
  lk_quiz_attempt_status_id: z.number(),
  version: z.number(),
  comment: z.string().nullable(),
  started_at: instant,
  submitted_at: instant,
  graded_at: instant,
  /** The name of the last grader, or null. */
  graded_by: z.string().nullable(),
  threshold: z.number(),
  points: z.number().nullable(),
  total: z.number(),
  /** 0 to 100, two decimals. */
  percentage: z.number(),
})
export type GradedAttemptShown = z.output<typeof GradedAttempt>

/** A question of an attempt with the student's answer and the right one. */
export const GradedQuestion = z.object({
  question_id: z.number(),
  answer_id: z.number(),
  order: z.number(),
  lk_question_type_id: z.number(),
  type: z.string(),
  correct_ind: z.boolean().nullable(),
  answer: AnswerValue,
  answer_in_words: z.array(z.string()),
  right_in_words: z.array(z.string()),
  /** Whether a person graded it. */
  written: z.boolean(),
  comment: z.string().nullable(),
  /** Earlier answers, which were sent back, oldest first. */
  before: z.array(
    z.object({ answer_in_words: z.array(z.string()), comment: z.string().nullable(), mended_at: z.string() }),
  ),
  questions_configurations: z.object({ title: z.string() }),
})
export type GradedQuestionShown = z.output<typeof GradedQuestion>
