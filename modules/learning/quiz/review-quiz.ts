import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import { listAnswers } from '#modules/learning/questions/answer.sql.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { rightAnswer } from '#modules/learning/questions/grading.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import {
  AnswerValue,
  AttemptResult,
  QuestionAnswer,
  QuizKeyInput,
  RevealedConfiguration,
} from '#modules/learning/questions/quiz.schema.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { lessonOfQuestion } from './lesson-of-question.ts'
import { selectQuizState } from './quiz-state.ts'
import { mutableAnswer, reveal, showAttempt, showQuestion } from './show.ts'

const ReviewedQuestion = QuestionAnswer.extend({
  configuration: RevealedConfiguration,
  right: AnswerValue,
  comment: z.string().nullable(),
  references: z.string(),
  /** The lesson that contains the answer, if known. */
  lesson: z.object({ name: z.string(), path: z.string() }).nullable(),
})

export const reviewQuiz = operation({
  call: 'GET /quiz/review',
  summary: 'A finished attempt with the correct answers, if the quiz lets students review it',
  added: true,
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput.extend({ quizAttemptId: id() }),
  gives: z.object({ name: z.string(), attempt: AttemptResult, questions: z.array(ReviewedQuestion) }),
  fails: [learningErrors.cannotEnter],
  async run(ctx, { quizAttemptId, ...quizKey }) {
    const quizState = await selectQuizState(ctx, quizKey)
    const { course, component } = quizState
    await requireVerified(ctx, course)
    const attempt = quizState.attempts.find((other) => other.quiz_attempt_id === quizAttemptId)
    if (!attempt || isOpenAttempt(attempt)) throw errors.notFound()
    if (!component.data.configuration.review.student) throw errors.forbidden()
    const rows = await listAnswers(ctx, quizAttemptId)
    const questions = await questionsOf(
      ctx,
      course.course_version_id,
      rows.map((row) => row.question_id),
    )
    const { steps } = await readCourse(ctx, quizKey.studentCourseId)
    return {
      name: component.name,
      attempt: await showAttempt(ctx, quizState, attempt),
      questions: questions.map((question, index) => {
        const row = rows[index]!
        const { lk_question_type_id, references, configuration } = question
        const correctAnswer = isGradedByHand(lk_question_type_id)
          ? (configuration.correct ?? null)
          : rightAnswer(question)
        const view = showQuestion(question, row)
        return {
          ...view,
          configuration: reveal(question, view.configuration),
          correct_ind: row.correct,
          right: mutableAnswer(correctAnswer),
          comment: row.comment,
          references,
          lesson: lessonOfQuestion(question, steps, course.student_course_id),
        }
      }),
    }
  },
})
