import type { Question } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { checkAnswer, checkDraft } from '#modules/learning/questions/answer-rules.shared.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import {
  AnswerInput,
  AnswerValue,
  instant,
  QuizKeyInput,
  quizOfStudent,
} from '#modules/learning/questions/quiz.schema.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { saveAndCheckAnswer } from './save-and-check-answer.ts'

export const SavedAnswer = z.object({
  question_id: z.number(),
  answer_id: z.number(),
  quiz_attempt_id: z.number(),
  answer: AnswerValue,
  attempted: z.boolean(),
  submitted_at: instant,
})

export const answer = operation({
  call: 'POST /quiz/answer',
  summary: 'Saves an answer as a draft',
  may: quizOfStudent,
  takes: QuizKeyInput.extend({ questionId: id(), answerId: id().nullish(), answer: AnswerInput }),
  gives: z.object({ question: SavedAnswer, answerIsDifferent: z.boolean() }),
  fails: [
    quizErrors.answerClosed,
    quizErrors.questionUnknown,
    quizErrors.questionNotReached,
    quizErrors.notStarted,
    learningErrors.cannotEnter,
  ],
  async run(ctx, { answer: value, ...quizKey }) {
    const { question, answerIsDifferent } = await saveAndCheckAnswer(
      ctx,
      quizKey,
      { answer: value, submit: false },
      checkBeforeSaving,
    )
    return { question, answerIsDifferent }
  },
})

// An answer that can't be changed after saving must be valid when saved, or it could never be submitted.
const checkBeforeSaving = (question: Question, value: unknown) =>
  (question.configuration.noEditAfterSave ? checkAnswer : checkDraft)(question, value)
