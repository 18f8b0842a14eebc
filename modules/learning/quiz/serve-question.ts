import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { type AnswerRow, updateServed } from '#modules/learning/questions/answer.sql.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import { QuestionAnswer, type QuestionShown } from '#modules/learning/questions/quiz.schema.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'
import { endIfOverdue } from './end-attempt.ts'
import { isReachable, type QuizKey, type QuizState, quizPath, selectQuizState } from './quiz-state.ts'
import { showQuestion } from './show.ts'

/** The response of every call that shows a question; without a question, `redirect` is the page to continue on. */
export const ServedQuestion = z.object({
  question: QuestionAnswer.nullable(),
  quiz_attempt_id: z.number().nullable(),
  totalQuestions: z.number(),
  isLastQuestion: z.boolean(),
})
export type ServedResponse = z.output<typeof ServedQuestion> & { redirect?: string }

/** The current quiz state, after ending an overdue attempt. */
export async function selectLiveQuizState(ctx: Ctx, quizKey: QuizKey, course?: StudentCourse): Promise<QuizState> {
  const quizState = await selectQuizState(ctx, quizKey, { course })
  if (isViewing(ctx.actor)) return quizState
  return endIfOverdue(ctx, quizState, (options) => selectQuizState(ctx, quizKey, options))
}

/**
 * Shows the question that `choose` picks. The first display starts its timer; a question after an unfinished one is
 * refused. Without an open attempt the response redirects to the intro or the summary.
 */
export async function serve(
  ctx: Ctx,
  quizKey: QuizKey,
  choose: (quizState: QuizState) => AnswerRow | null,
): Promise<ServedResponse> {
  const quizState = await selectLiveQuizState(ctx, quizKey)
  const { attempt, answers } = quizState
  const noQuestion = { question: null, quiz_attempt_id: null, totalQuestions: 0, isLastQuestion: false }
  if (!isOpenAttempt(attempt)) return { ...noQuestion, redirect: quizPath(quizKey, attempt ? 'summary' : 'intro') }
  await requireOpen(ctx, quizState)
  const row = choose(quizState)
  const totalQuestions = answers.length
  const { quiz_attempt_id } = attempt
  if (!row) return { question: null, quiz_attempt_id, totalQuestions, isLastQuestion: true }
  const question = await serveRow(ctx, quizState, row)
  return { question, quiz_attempt_id, totalQuestions, isLastQuestion: row.position === totalQuestions }
}

async function requireOpen(ctx: Ctx, { course }: QuizState): Promise<void> {
  if (!isOpen(course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  await requireVerified(ctx, course)
}

/** Shows a question of the open attempt; a question after an unfinished one is refused. */
export async function serveRow(ctx: Ctx, quizState: QuizState, row: AnswerRow): Promise<QuestionShown> {
  const { course } = quizState
  await requireOpen(ctx, quizState)
  if (!isReachable(quizState, row)) throw quizErrors.questionNotReached()
  const question = await questionOf(ctx, course.course_version_id, row.question_id)
  if (row.served_at || isViewing(ctx.actor)) return showQuestion(question, row)
  const expires_at = await updateServed(ctx, row.answer_id)
  return showQuestion(question, { ...row, expires_at })
}

/** The row of a question in the latest attempt; 404 for a question that was not drawn. */
export function rowOf({ answers }: Pick<QuizState, 'answers'>, question_id: number): AnswerRow {
  const row = answers.find((other) => other.question_id === question_id)
  if (!row) throw quizErrors.questionUnknown()
  return row
}

/** The question at a position of the attempt; null past the end. */
export const rowAt = ({ answers }: Pick<QuizState, 'answers'>, position: number): AnswerRow | null =>
  answers.find((row) => row.position === position) ?? null
