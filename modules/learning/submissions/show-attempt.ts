import type { Component } from '#modules/catalogue/index.ts'
import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { type AnswerRow, listAnswers } from '#modules/learning/questions/answer.sql.ts'
import type { Attempt } from '#modules/learning/questions/attempt.sql.ts'
import { formatAnswer } from '#modules/learning/questions/format-answer.shared.ts'
import { rightAnswer } from '#modules/learning/questions/grading.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import { mutableAnswer } from '#modules/learning/quiz/show.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { GradedAttemptShown, GradedQuestionShown } from './submission.schema.ts'

type Quiz = Pick<Component, 'component_id' | 'name' | 'final_ind'>

/** An attempt for staff; `graders` are names by user id. */
export function showGradedAttempt(
  attempt: Attempt,
  { component_id, name, final_ind }: Quiz,
  graders: ReadonlyMap<number, string>,
): GradedAttemptShown {
  const { quiz_attempt_id, quiz_id, attempt_number, lk_quiz_attempt_status_id, version, comment } = attempt
  const { threshold, points, total, graded_by_user_id } = attempt
  return {
    quiz_attempt_id,
    quiz_id,
    component_id,
    name,
    final_ind,
    attempt_number,
    lk_quiz_attempt_status_id,
    version,
    comment,
    threshold,
    points,
    total,
    started_at: attempt.started_at.toISOString(),
    submitted_at: attempt.submitted_at?.toISOString() ?? null,
    graded_at: attempt.graded_at?.toISOString() ?? null,
    graded_by: graded_by_user_id === null ? null : (graders.get(graded_by_user_id) ?? null),
    percentage: Math.round(((points ?? 0) * 10_000) / total) / 100,
  }
}

/** The names of the graders of these attempts. */
export async function gradersOf({ sql }: Ctx, attempts: readonly Attempt[]): Promise<ReadonlyMap<number, string>> {
  const ids = attempts.flatMap(({ graded_by_user_id }) => graded_by_user_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await sql<{ user_id: number; name: string }>`
    select user_id, first_name || ' ' || last_name as name from identity.v_person
    where user_id = any(${sql.array(ids)}::int[])`
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
}

type ReturnedAnswer = { question_id: number; answer: Answer; comment: string | null; mended_at: Date }

/** The questions of an attempt with their answers, for staff. */
export async function showGradedQuestions(
  ctx: Ctx,
  course_version_id: number,
  quiz_attempt_id: number,
): Promise<GradedQuestionShown[]> {
  const rows = await listAnswers(ctx, quiz_attempt_id)
  const returnedAnswers = await ctx.sql<ReturnedAnswer>`
    select question_id, answer, comment, mended_at from learning.returned_answer
    where quiz_attempt_id = ${quiz_attempt_id} order by returned_answer_id`
  const ids = rows.map(({ question_id }) => question_id)
  const questions = await questionsOf(ctx, course_version_id, ids)
  return questions.map((question, index) => {
    const row = rows[index] as AnswerRow
    const { question_id, lk_question_type_id, type, configuration } = question
    const isEssay = isGradedByHand(lk_question_type_id)
    const model = typeof configuration.correct === 'string' ? configuration.correct : null
    return {
      question_id,
      lk_question_type_id,
      type,
      written: isEssay,
      answer_id: row.answer_id,
      order: row.position,
      correct_ind: row.correct,
      answer: mutableAnswer(row.answer),
      answer_in_words: formatAnswer(question, row.answer),
      right_in_words: formatAnswer(question, isEssay ? model : rightAnswer(question)),
      comment: row.comment,
      before: returnedAnswers
        .filter((entry) => entry.question_id === question_id)
        .map(({ answer, comment, mended_at }) => ({
          answer_in_words: formatAnswer(question, answer),
          comment,
          mended_at: mended_at.toISOString(),
        })),
      questions_configurations: { title: configuration.title },
    }
  })
}
