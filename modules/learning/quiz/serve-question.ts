import type { Ctx } from '../../../platform/ctx.ts'
import { z } from '../../../platform/schema.ts'
import { isViewing } from '../../../platform/viewing.ts'
import { learningErrors } from '../errors.ts'
import { isOpen } from '../status/transitions.ts'
import type { StudentCourse } from '../student-course.sql.ts'
import { type AnswerRow, updateServed } from './answer.sql.ts'
import { isOpenAttempt } from './attempt.sql.ts'
import { endIfOverdue } from './end-attempt.ts'
import { quizErrors } from './errors.ts'
import { questionOf } from './questions.ts'
import { QuestionAnswer, type QuestionShown } from './quiz.schema.ts'
import { showQuestion } from './show.ts'
import { isReachable, type QuizPlace, quizPath, type Sitting, selectSitting } from './sitting.ts'

/** What every call that shows a question answers; without a question there is a `redirect` to where one goes on. */
export const ServedQuestion = z.object({
  question: QuestionAnswer.nullable(),
  quiz_attempt_id: z.number().nullable(),
  totalQuestions: z.number(),
  isLastQuestion: z.boolean(),
})
export type Served = z.output<typeof ServedQuestion> & { redirect?: string }

/** A sitting as it stands now: an attempt whose time is over has been ended. */
export async function selectLiveSitting(ctx: Ctx, place: QuizPlace, course?: StudentCourse): Promise<Sitting> {
  const sitting = await selectSitting(ctx, place, { course })
  if (isViewing(ctx.actor)) return sitting
  return endIfOverdue(ctx, sitting, (options) => selectSitting(ctx, place, options))
}

/**
 * Shows the question that `choose` picks. The first showing starts the question's timer; a question after one that is
 * not done is refused. Where there is no open attempt the answer sends to the intro or to the summary.
 */
export async function serve(
  ctx: Ctx,
  place: QuizPlace,
  choose: (sitting: Sitting) => AnswerRow | null,
): Promise<Served> {
  const sitting = await selectLiveSitting(ctx, place)
  const { attempt, answers } = sitting
  const none = { question: null, quiz_attempt_id: null, totalQuestions: 0, isLastQuestion: false }
  if (!isOpenAttempt(attempt)) return { ...none, redirect: quizPath(place, attempt ? 'summary' : 'intro') }
  requireOpen(sitting)
  const row = choose(sitting)
  const totalQuestions = answers.length
  const { quiz_attempt_id } = attempt
  if (!row) return { question: null, quiz_attempt_id, totalQuestions, isLastQuestion: true }
  const question = await serveRow(ctx, sitting, row)
  return { question, quiz_attempt_id, totalQuestions, isLastQuestion: row.position === totalQuestions }
}

function requireOpen({ course }: Sitting): void {
  if (!isOpen(course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
}

/** Shows a question of the open attempt; one after a question that is not done is refused. */
export async function serveRow(ctx: Ctx, sitting: Sitting, row: AnswerRow): Promise<QuestionShown> {
  const { course } = sitting
  requireOpen(sitting)
  if (!isReachable(sitting, row)) throw quizErrors.questionNotReached()
  const question = await questionOf(ctx, course.course_version_id, row.question_id)
  if (row.served_at || isViewing(ctx.actor)) return showQuestion(question, row)
  const expires_at = await updateServed(ctx, row.answer_id)
  return showQuestion(question, { ...row, expires_at })
}

/** The row of a question in the latest attempt; 404 for a question that was not drawn. */
export function rowOf({ answers }: Pick<Sitting, 'answers'>, question_id: number): AnswerRow {
  const row = answers.find((other) => other.question_id === question_id)
  if (!row) throw quizErrors.questionUnknown()
  return row
}

/** The question at a place of the attempt; null past the last one. */
export const rowAt = ({ answers }: Pick<Sitting, 'answers'>, position: number): AnswerRow | null =>
  answers.find((row) => row.position === position) ?? null
