import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { operation } from '#platform/operation.ts'
import { id } from '#platform/schema.ts'
import { rowAt, rowOf, ServedQuestion, serve } from './serve-question.ts'

export const previousQuestion = operation({
  call: 'GET /quiz/previous',
  summary: 'The previous question. Refused on the first',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput.extend({ questionId: id() }),
  gives: ServedQuestion,
  fails: [quizErrors.noPrevious, quizErrors.questionUnknown, learningErrors.cannotEnter],
  changes: true,
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  rate: 'read',
  run: (ctx, { questionId, ...quizKey }) =>
    serve(ctx, quizKey, (quizState) => {
      const previous = rowAt(quizState, rowOf(quizState, questionId).position - 1)
      if (!previous) throw quizErrors.noPrevious()
      return previous
    }),
})
