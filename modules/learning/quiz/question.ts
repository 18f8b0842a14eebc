import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { operation } from '#platform/operation.ts'
import { id } from '#platform/schema.ts'
import { rowOf, ServedQuestion, serve } from './serve-question.ts'

export const question = operation({
  call: 'GET /quiz/question',
  summary: 'One question of the open attempt, without its answer',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput.extend({ questionId: id() }),
  gives: ServedQuestion,
  fails: [quizErrors.questionUnknown, quizErrors.questionNotReached, learningErrors.cannotEnter],
  changes: true,
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  rate: 'read',
  run: (ctx, { questionId, ...quizKey }) => serve(ctx, quizKey, (quizState) => rowOf(quizState, questionId)),
})
