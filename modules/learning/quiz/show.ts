import { type Question, RevealedOption, selectCourseVersion, withoutAnswers } from '#modules/catalogue/index.ts'
import { shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import type { AnswerRow } from '#modules/learning/questions/answer.sql.ts'
import type { Attempt } from '#modules/learning/questions/attempt.sql.ts'
import type { AttemptShown, QuestionShown } from '#modules/learning/questions/quiz.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { QuizState } from './quiz-state.ts'

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null

type AnswerView = Pick<AnswerRow, 'answer_id' | 'position' | 'option_order' | 'answer' | 'expires_at' | 'overdue'> &
  Pick<AnswerRow, 'answered_at' | 'submitted_at'> &
  // Fixed when the attempt starts, including the student's extra time.
  Partial<Pick<AnswerRow, 'timer_seconds'>>

/** A question of an attempt for its student, with options and matches in the attempt's order. */
export function showQuestion(question: Question, row: AnswerView): QuestionShown {
  const redacted = withoutAnswers(question)
  const { configuration: config } = redacted
  return {
    question_id: redacted.question_id,
    order: row.position,
    answer_id: row.answer_id,
    answer: mutableAnswer(row.answer),
    timer_expired_at: row.overdue ? iso(row.expires_at) : null,
    timer_expires_at: iso(row.expires_at),
    lk_question_type_id: redacted.lk_question_type_id,
    type: redacted.type,
    correct_ind: null,
    attempted: row.answered_at !== null,
    submitted_at: iso(row.submitted_at),
    conditional: [...redacted.conditional],
    configuration: {
      ...config,
      timer: { ...config.timer, seconds: row.timer_seconds ?? config.timer.seconds },
      options: optionsIn(question, row.option_order, config.options),
      matches: matchesIn(question, row.option_order) ?? [...config.matches],
    },
  }
}

/** The configuration of a question whose right answer may be seen: its options in full, and the explanation. */
export function reveal<C extends QuestionShown['configuration']>(
  { configuration: { options, why } }: Question,
  configuration: C,
) {
  const byId = new Map(options.map((option) => [option.id, option]))
  const revealedOptions = configuration.options.map(({ id }) => RevealedOption.parse(byId.get(id)))
  return { ...configuration, options: revealedOptions, ...(why && { why }) }
}

/** A stored answer in the type that operations return. */
export const mutableAnswer = (answer: Answer): QuestionShown['answer'] => answer as QuestionShown['answer']

type Options = QuestionShown['configuration']['options']

function optionsIn(
  question: Question,
  order: readonly number[],
  options: readonly { id: number; text: string; conditional: readonly number[] }[],
): Options {
  const copies = options.map((option) => ({ ...option, conditional: [...option.conditional] }))
  // The options of a matching question keep their places; only their matches are shuffled.
  if (shapeOf(question.lk_question_type_id) === 'pairs' || order.length === 0) return copies
  return copies.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

function matchesIn(question: Question, order: readonly number[]): string[] | null {
  if (shapeOf(question.lk_question_type_id) !== 'pairs' || order.length === 0) return null
  const byId = new Map(question.configuration.options.map((option) => [option.id, option.match]))
  return [...new Set(order.flatMap((id) => byId.get(id) ?? []))]
}

/** An attempt for its student, with the final exam's grade only if the course shows it. */
export async function showAttempt(
  ctx: Ctx,
  quizState: Pick<QuizState, 'course' | 'component'>,
  attempt: Attempt,
): Promise<AttemptShown> {
  const { completion_configuration } = await selectCourseVersion(ctx, quizState.course.course_version_id)
  const graded = attempt.points !== null && attempt.passed !== null
  const visible = graded && (!quizState.component.final_ind || Boolean(completion_configuration.showFinalGrade))
  const { quiz_attempt_id, quiz_id, component_id, attempt_number, lk_quiz_attempt_status_id } = attempt
  return {
    quiz_attempt_id,
    quiz_id,
    component_id,
    attempt_number,
    lk_quiz_attempt_status_id,
    started_at: iso(attempt.started_at),
    submitted_at: iso(attempt.submitted_at),
    expires_at: iso(attempt.expires_at),
    threshold: attempt.threshold,
    total: attempt.total,
    points: visible ? attempt.points : null,
    percentage: visible ? Math.round((attempt.points! * 10_000) / attempt.total) / 100 : null,
    passed: attempt.passed,
  }
}
