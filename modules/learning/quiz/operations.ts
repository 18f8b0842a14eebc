import type { AnyOperation } from '#platform/operation.ts'
import { answer } from './answer.ts'
import { correctAnswers } from './correct-answers.ts'
import { fetchAttempt, fetchAttempts } from './fetch-attempts.ts'
import { fetchQuiz } from './fetch-quiz.ts'
import { finish } from './finish.ts'
import { navigation } from './navigation.ts'
import { nextQuestion } from './next-question.ts'
import { previousQuestion } from './previous-question.ts'
import { question } from './question.ts'
import { questionConfig, questionConfigs } from './question-config.ts'
import { currentQuestion } from './question-current.ts'
import { questionTimerExpired } from './question-timer-expired.ts'
import { retake } from './retake.ts'
import { reviewQuiz } from './review-quiz.ts'
import { route } from './route.ts'
import { start } from './start.ts'
import { submitAnswer } from './submit-answer.ts'
import { submitInlineQuiz } from './submit-inline-quiz.ts'

export const operations: readonly AnyOperation[] = [
  route,
  fetchQuiz,
  currentQuestion,
  question,
  previousQuestion,
  nextQuestion,
  navigation,
  start,
  answer,
  submitAnswer,
  finish,
  retake,
  submitInlineQuiz,
  fetchAttempts,
  fetchAttempt,
  questionConfigs,
  questionConfig,
  questionTimerExpired,
  reviewQuiz,
  correctAnswers,
]
