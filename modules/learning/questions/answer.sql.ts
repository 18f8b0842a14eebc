import type { Ctx } from '#platform/ctx.ts'
import type { Answer } from './answer.shared.ts'
import { grace } from './attempt.sql.ts'

export type AnswerRow = {
  answer_id: number
  quiz_attempt_id: number
  question_id: number
  /** The position in the attempt, from 1. */
  position: number
  option_order: readonly number[]
  required: boolean
  no_edit_after_save: boolean
  timer_seconds: number | null
  served_at: Date | null
  expires_at: Date | null
  answer: Answer
  answered_at: Date | null
  submitted_at: Date | null
  closed_at: Date | null
  correct: boolean | null
  comment: string | null
  /** Whether its timer has run out, by the database's clock. */
  overdue: boolean
}

/** Whether it was submitted or its time is over, so that the next question may be shown. */
export const isDone = (row: AnswerRow): boolean => row.submitted_at !== null || row.overdue

const columns = (sql: Ctx['sql']) => sql`
  answer_id, quiz_attempt_id, question_id, position, option_order, required, no_edit_after_save, timer_seconds,
  served_at, expires_at, answer, answered_at, submitted_at, closed_at, correct, comment,
  expires_at is not null and expires_at + ${grace}::interval < platform.now() as overdue`

/** The drawn questions of an attempt with their answers, in order. */
export async function listAnswers(ctx: Ctx, quiz_attempt_id: number): Promise<AnswerRow[]> {
  return ctx.sql<AnswerRow>`
    select ${columns(ctx.sql)} from learning.quiz_answer where quiz_attempt_id = ${quiz_attempt_id} order by position`
}

/** The drawn questions of several attempts, attempt by attempt. */
export async function listAnswersOf(
  { sql }: Pick<Ctx, 'sql'>,
  quiz_attempt_ids: readonly number[],
): Promise<AnswerRow[]> {
  return sql<AnswerRow>`
    select ${columns(sql)} from learning.quiz_answer
    where quiz_attempt_id = any(${sql.array(quiz_attempt_ids)}::int[]) order by quiz_attempt_id, position`
}

export type NewAnswer = Pick<
  AnswerRow,
  'question_id' | 'position' | 'option_order' | 'required' | 'no_edit_after_save' | 'timer_seconds'
>

/** Stores the drawn questions of an attempt. */
export async function insertAnswers(
  ctx: Ctx,
  organization_id: number,
  quiz_attempt_id: number,
  rows: readonly NewAnswer[],
): Promise<void> {
  await ctx.sql`
    insert into learning.quiz_answer ${ctx.sql(rows.map((row) => ({ organization_id, quiz_attempt_id, ...row })))}`
}

/**
 * Records that a question was shown and returns when its timer ends (null: none). Only the first time counts, so
 * reopening a question does not restart its timer.
 */
export async function updateServed(ctx: Ctx, answer_id: number): Promise<Date | null> {
  const [row] = await ctx.sql<{ expires_at: Date | null }>`
    update learning.quiz_answer a
    set served_at = coalesce(a.served_at, clock.now),
        expires_at = coalesce(a.expires_at, clock.now + a.timer_seconds * interval '1 second')
    from (select platform.now() as now) clock
    where a.answer_id = ${answer_id}
    returning a.expires_at`
  return row?.expires_at ?? null
}

/** Closes all answers of an attempt permanently and returns them. */
export async function closeAnswers(ctx: Ctx, quiz_attempt_id: number): Promise<AnswerRow[]> {
  const rows = await ctx.sql<AnswerRow>`
    update learning.quiz_answer set closed_at = platform.now() where quiz_attempt_id = ${quiz_attempt_id}
    returning ${columns(ctx.sql)}`
  return rows.toSorted((a, b) => a.position - b.position)
}

/** Writes the grades of an attempt; null for answers that a person grades. */
export async function updateGrades(
  ctx: Ctx,
  grades: readonly { answer_id: number; correct: boolean | null }[],
): Promise<void> {
  const { sql } = ctx
  const ids = sql.array(grades.map((grade) => grade.answer_id))
  const correct = sql.array(grades.map((grade) => grade.correct))
  await sql`
    update learning.quiz_answer a set correct = grade.correct
    from unnest(${ids}::int[], ${correct}::boolean[]) as grade (answer_id, correct)
    where a.answer_id = grade.answer_id`
}
