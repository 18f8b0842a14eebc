import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isDone } from '#modules/learning/questions/answer.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { operation } from '#platform/operation.ts'
import { id } from '#platform/schema.ts'
import { rowAt, rowOf, ServedQuestion, serve } from './serve-question.ts'

export const nextQuestion = operation({
  call: 'GET /quiz/next',
  summary: 'The next question, once this one is submitted, or null after the last',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput.extend({ questionId: id(), currentAnswerId: id().optional() }),
  gives: ServedQuestion,
  fails: [quizErrors.questionNotReached, quizErrors.questionUnknown, learningErrors.cannotEnter],
  changes: true,
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  rate: 'read',
  run: (ctx, { questionId, currentAnswerId, ...quizKey }) =>
    serve(ctx, quizKey, (quizState) => {
      const current = rowOf(quizState, questionId)
      if (currentAnswerId && currentAnswerId !== current.answer_id) throw quizErrors.questionUnknown()
      if (!isDone(current)) throw quizErrors.questionNotReached()
      return rowAt(quizState, current.position + 1)
    }),
})
