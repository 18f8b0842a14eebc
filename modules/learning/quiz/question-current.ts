import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { operation } from '#platform/operation.ts'
import { frontierOf } from './quiz-state.ts'
import { rowAt, ServedQuestion, serve } from './serve-question.ts'

export const currentQuestion = operation({
  call: 'GET /quiz/question/current',
  summary: 'The first unanswered question, or the last one',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput,
  gives: ServedQuestion,
  fails: [learningErrors.cannotEnter],
  changes: true,
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  rate: 'read',
  run: (ctx, quizKey) =>
    serve(ctx, quizKey, (quizState) => frontierOf(quizState) ?? rowAt(quizState, quizState.answers.length)),
})
