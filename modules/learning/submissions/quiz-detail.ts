import { selectComponent } from '#modules/catalogue/index.ts'
import { selectAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { readSubmissionsKey, staffOfAttempt } from './permissions.ts'
import { gradersOf, showGradedAttempt, showGradedQuestions } from './show-attempt.ts'
import { GradedAttempt, GradedQuestion, SubmittedWork } from './submission.schema.ts'
import { selectSubmittedWork } from './submitted-work.sql.ts'

export const QuizReview = z.object({
  quizDetail: SubmittedWork.extend({
    name: z.string(),
    attempt_number: z.number(),
    final_ind: z.boolean(),
    threshold: z.number(),
  }),
  quizAttempt: GradedAttempt,
  questions: z.array(GradedQuestion),
  totalQuestions: z.number(),
  /** 0 to 100, two decimals. */
  percentage: z.number(),
})
export type QuizReviewShown = z.output<typeof QuizReview>

export const quizSubmission = operation({
  call: 'GET /quiz/submissions/detail',
  summary: 'One finished attempt with its questions, answers and grades',
  may: staffOfAttempt(readSubmissionsKey),
  takes: z.object({ quiz_attempt_id: id() }),
  gives: QuizReview,
  fails: [quizErrors.unfinished],
  run: (ctx, { quiz_attempt_id }) => readQuizReview(ctx, quiz_attempt_id),
})

/** A grader's view of an attempt. Callers must check the access; 422 while the attempt is in progress. */
export async function readQuizReview(ctx: Ctx, quiz_attempt_id: number): Promise<QuizReviewShown> {
  const attempt = await selectAttempt(ctx, quiz_attempt_id)
  if (attempt.submitted_at === null) throw quizErrors.unfinished()
  const { course_version_id } = await selectStudentCourse(ctx, attempt.student_course_id)
  const component = await selectComponent(ctx, course_version_id, attempt.component_id)
  const view = showGradedAttempt(attempt, component, await gradersOf(ctx, [attempt]))
  const { name, attempt_number, final_ind, threshold } = view
  const submittedCourse = await selectSubmittedWork(ctx, attempt.student_course_id)
  return {
    quizDetail: { ...submittedCourse, name, attempt_number, final_ind, threshold },
    quizAttempt: view,
    questions: await showGradedQuestions(ctx, course_version_id, quiz_attempt_id),
    totalQuestions: attempt.total,
    percentage: view.percentage,
  }
}
