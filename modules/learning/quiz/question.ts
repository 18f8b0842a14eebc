import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { operation } from '#platform/operation.ts'
import { id } from '#platform/schema.ts'
import { quizErrors } from './errors.ts'
import { QuizPlaceInput } from './quiz.schema.ts'
import { rowOf, ServedQuestion, serve } from './serve-question.ts'

export const question = operation({
  call: 'GET /quiz/question',
  summary: 'One question of the open attempt, without its answer',
  may: ofCourse('studentCourseId'),
  takes: QuizPlaceInput.extend({ questionId: id() }),
  gives: ServedQuestion,
  fails: [quizErrors.questionUnknown, quizErrors.questionNotReached, learningErrors.cannotEnter],
  changes: true,
  // Staff who view as the student are shown it, and nothing begins or ends by that.
  whileViewing: 'allowed',
  rate: 'read',
  run: (ctx, { questionId, ...place }) => serve(ctx, place, (quizState) => rowOf(quizState, questionId)),
})
