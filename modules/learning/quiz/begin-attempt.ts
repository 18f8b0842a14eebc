import { listQuestions, type Question } from '#modules/catalogue/index.ts'
import { findExtraPercent, withExtra } from '#modules/learning/extra-time/extra-time.sql.ts'
import { insertAnswers, type NewAnswer } from '#modules/learning/questions/answer.sql.ts'
import { insertAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { drawFromPools, orderOptions } from '#modules/learning/questions/draw.ts'
import { secondsAllowed } from '#modules/learning/questions/time-limit.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { QuizState } from './quiz-state.ts'

/**
 * Draws the questions of the next attempt and stores them in their final order. The caller must hold the course's
 * lock.
 */
export async function beginAttempt(ctx: Ctx, { course, component, attempts }: QuizState): Promise<number> {
  const { quiz_id, configuration } = component.data
  const questions = await drawQuestions(ctx, course.course_version_id, component)
  const { organization_id, student_course_id } = course
  const seconds = secondsAllowed(configuration)
  const extra = await findExtraPercent(ctx, course.user_id)
  const quiz_attempt_id = await insertAttempt(
    ctx,
    {
      organization_id,
      student_course_id,
      component_id: component.component_id,
      quiz_id,
      attempt_number: (attempts.at(-1)?.attempt_number ?? 0) + 1,
      threshold: configuration.grading.threshold,
      total: questions.length,
    },
    seconds === null ? null : withExtra(seconds, extra),
  )
  await insertAnswers(
    ctx,
    organization_id,
    quiz_attempt_id,
    questions.map((question, index) => buildAnswerRow(question, index, extra)),
  )
  return quiz_attempt_id
}

async function drawQuestions(
  ctx: Ctx,
  course_version_id: number,
  { data }: QuizState['component'],
): Promise<Question[]> {
  const pools = data.questionPools ?? []
  if (pools.length === 0) return listQuestions(ctx, course_version_id, { used_in: 'quiz', quiz_id: data.quiz_id })
  const banks = [...new Set(pools.map((pool) => pool.course_question_bank_id))]
  const questions = await listQuestions(ctx, course_version_id, { used_in: 'bank', course_question_bank_ids: banks })
  return drawFromPools(pools, questions)
}

function buildAnswerRow(question: Question, index: number, extra: number): NewAnswer {
  const { required, noEditAfterSave, timer } = question.configuration
  return {
    question_id: question.question_id,
    position: index + 1,
    option_order: orderOptions(question),
    required,
    no_edit_after_save: noEditAfterSave,
    timer_seconds: timer.active && timer.seconds > 0 ? withExtra(timer.seconds, extra) : null,
  }
}
