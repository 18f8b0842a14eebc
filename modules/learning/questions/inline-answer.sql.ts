import type { Ctx } from '#platform/ctx.ts'
import type { Answer } from './answer.shared.ts'

export type InlineAnswer = {
  answer_id: number
  component_id: number
  quiz_id: number
  question_id: number
  answer: Answer
  correct: boolean | null
  submitted_at: Date
}

const columns = (sql: Ctx['sql']) => sql`
  answer_id, component_id, quiz_id, question_id, answer, correct, submitted_at`

/** A student course's answers to these inline quizzes. */
export async function listInlineAnswers(
  { sql }: Ctx,
  student_course_id: number,
  quiz_ids: readonly number[],
): Promise<InlineAnswer[]> {
  return sql<InlineAnswer>`
    select ${columns(sql)} from learning.inline_answer
    where student_course_id = ${student_course_id} and quiz_id = any(${sql.array(quiz_ids)}::int[])
    order by answer_id`
}

/** A student's inline answers in one component. */
export async function listAnswersIn(
  { sql }: Ctx,
  student_course_id: number,
  component_id: number,
): Promise<InlineAnswer[]> {
  return sql<InlineAnswer>`
    select ${columns(sql)} from learning.inline_answer
    where student_course_id = ${student_course_id} and component_id = ${component_id}
    order by answer_id`
}

type NewInlineAnswer = Omit<InlineAnswer, 'answer_id' | 'submitted_at'> & {
  student_course_id: number
  organization_id: number
}

/** Stores the first answer to an inline question; returns the stored one. */
export async function insertInlineAnswer(ctx: Ctx, answer: NewInlineAnswer): Promise<InlineAnswer> {
  const { sql } = ctx
  await sql`
    insert into learning.inline_answer ${sql({ ...answer, answer: sql.json(answer.answer) })}
    on conflict (student_course_id, quiz_id, question_id) do nothing`
  const [row] = await sql<InlineAnswer>`
    select ${columns(sql)} from learning.inline_answer
    where student_course_id = ${answer.student_course_id} and quiz_id = ${answer.quiz_id}
      and question_id = ${answer.question_id}`
  return row!
}
