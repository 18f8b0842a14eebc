import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { checkAnswer } from '#modules/learning/questions/answer-rules.shared.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { AnswerInput, QuizKeyInput, quizOfStudent } from '#modules/learning/questions/quiz.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { SavedAnswer } from './answer.ts'
import { saveAndCheckAnswer } from './save-and-check-answer.ts'
import type { SavedRow } from './save-answer.sql.ts'

export const submitAnswer = operation({
  call: 'POST /quiz/answer/submit',
  summary: 'Submits a new or a saved answer. The next question can then be shown',
  may: quizOfStudent,
  takes: QuizKeyInput.extend({
    questionId: id(),
    answerId: id().nullish(),
    answer: AnswerInput.optional(),
    // Part of the contract; the server itself knows whether the answer differs.
    answerIsDifferent: z.boolean().nullish(),
  }),
  gives: z.object({ question: SavedAnswer, answerIsDifferent: z.boolean(), isLastQuestion: z.boolean() }),
  fails: [
    quizErrors.answerClosed,
    quizErrors.questionUnknown,
    quizErrors.questionNotReached,
    quizErrors.notStarted,
    learningErrors.cannotEnter,
  ],
  async run(ctx, { answer, answerIsDifferent: _claimed, ...quizKey }) {
    const result = await saveAndCheckAnswer(ctx, quizKey, { answer, submit: true }, checkAnswer)
    await auditAnswer(ctx, result.row)
    return {
      question: result.question,
      answerIsDifferent: result.answerIsDifferent,
      isLastQuestion: result.row.position === result.row.total,
    }
  },
})

/** Records the answer in the audit log if the course's settings require it, as some agencies do. */
async function auditAnswer(ctx: Ctx, row: SavedRow): Promise<void> {
  const { completion_configuration } = await selectCourseVersion(ctx, row.course_version_id)
  if (!completion_configuration.auditLogQuizAnswers) return
  const { question_id, answer } = row
  await ctx.audit({
    action: 'quiz.answer',
    subject: `quiz_attempt:${row.quiz_attempt_id}`,
    before: { question_id, answer: row.previous },
    after: { question_id, answer },
  })
}
