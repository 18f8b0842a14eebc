import { learningErrors } from '#modules/learning/errors.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { decidableStatuses, regradeAttempt } from '#modules/learning/quiz/regrade-attempt.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { operation } from '#platform/operation.ts'
import { count, id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { gradeSubmissionsKey, staffOfAttempt } from './permissions.ts'
import { QuizReview, readQuizReview } from './quiz-detail.ts'
import { Comment } from './submission.schema.ts'
import { submissionTexts } from './submissions.texts.ts'

export const DecidableStatus = z.literal(decidableStatuses)

export const gradeQuiz = operation({
  call: 'POST /quiz/submissions/submit',
  summary: 'Grades the answers of an attempt, or sets its status. The status of the course is updated',
  may: staffOfAttempt(gradeSubmissionsKey),
  takes: z.object({
    quiz_attempt_id: id(),
    /** The version of the attempt that was graded; 409 if there is a newer one. */
    version: count(1),
    questions: list(
      z.object({ question_id: id(), correct_ind: z.boolean().nullable(), comment: Comment }),
      500,
    ).default([]),
    /** By default the status is derived from the grades. */
    lk_quiz_attempt_status_id: DecidableStatus.optional(),
    comment: Comment,
  }),
  gives: QuizReview,
  fails: [quizErrors.unfinished, quizErrors.gradedMeanwhile, learningErrors.ownWork, learningErrors.statusRefused],
  async run(ctx, { quiz_attempt_id, version, questions, lk_quiz_attempt_status_id, comment }) {
    const before = await readQuizReview(ctx, quiz_attempt_id)
    const grades = questions.map((question) => ({
      question_id: question.question_id,
      correct: question.correct_ind,
      comment: question.comment || null,
    }))
    await regradeAttempt(ctx, quiz_attempt_id, {
      version,
      grades,
      ...(lk_quiz_attempt_status_id && { lk_quiz_attempt_status_id }),
      comment: comment || null,
    })
    const after = await readQuizReview(ctx, quiz_attempt_id)
    await ctx.audit({
      action: 'quiz.grade',
      ...courseEvent(after.quizDetail),
      before: gradesOf(before),
      after: gradesOf(after),
    })
    return { ...after, message: localText(ctx.locale, submissionTexts, 'updated') }
  },
})

/** The decision for the audit log, without the answers, which stay in the course. */
const gradesOf = ({ quizAttempt, questions }: z.output<typeof QuizReview>) => ({
  quiz_attempt_id: quizAttempt.quiz_attempt_id,
  component_id: quizAttempt.component_id,
  lk_quiz_attempt_status_id: quizAttempt.lk_quiz_attempt_status_id,
  points: quizAttempt.points,
  grades: Object.fromEntries(questions.map(({ question_id, correct_ind }) => [question_id, correct_ind])),
})
