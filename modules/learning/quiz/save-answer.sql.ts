import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { grace } from '#modules/learning/questions/attempt.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import { openStatuses } from './open-statuses.ts'

export type AnswerKey = { studentCourseId: number; componentId: number; questionId: number; answerId?: number | null }

export type SavedRow = {
  answer_id: number
  organization_id: number
  quiz_attempt_id: number
  course_version_id: number
  question_id: number
  position: number
  total: number
  answer: Answer
  previous: Answer
  answered_at: Date | null
  submitted_at: Date | null
}

type Change = { answer?: unknown; submit: boolean }

/**
 * Saves an answer in one statement that also checks the conditions: own course, open attempt, question shown, no timer
 * expired. Null if any of them fails (the caller finds out which). `closed_at` is read from the locked row, so an
 * answer that waited while the attempt was finished is refused.
 */
export async function saveAnswer(ctx: Ctx, quizKey: AnswerKey, change: Change): Promise<SavedRow | null> {
  const { sql } = ctx
  const hasAnswer = change.answer !== undefined
  const answer = sql.json(change.answer ?? null)
  const [row] = await sql<SavedRow>`
    with clock as materialized (select platform.now() as now),
    held as materialized (
      select clock.now, q.answer_id, q.answer as previous, sc.course_version_id, t.total,
             case when ${hasAnswer} then ${answer}::jsonb else q.answer end as answer
      from clock
      join learning.student_course sc
        on sc.student_course_id = ${quizKey.studentCourseId} and sc.user_id = ${userOf(ctx).user_id}
      join learning.quiz_attempt t
        on t.student_course_id = sc.student_course_id and t.component_id = ${quizKey.componentId}
      join learning.quiz_answer q on q.quiz_attempt_id = t.quiz_attempt_id and q.question_id = ${quizKey.questionId}
      where sc.lk_student_course_status_id = any(${sql.array(openStatuses)}::int[])
        and t.submitted_at is null and (t.expires_at is null or t.expires_at + ${grace}::interval >= clock.now)
        and q.closed_at is null and q.served_at is not null
        and (q.expires_at is null or q.expires_at + ${grace}::interval >= clock.now)
        and (not q.no_edit_after_save or q.answered_at is null or not ${hasAnswer}
             or q.answer is not distinct from ${answer}::jsonb)
        and (${quizKey.answerId ?? null}::int is null or q.answer_id = ${quizKey.answerId ?? null}::int)
      for no key update of q)
    update learning.quiz_answer q
    set answer = h.answer, version = q.version + 1,
        answered_at = case when ${hasAnswer} then h.now else q.answered_at end,
        submitted_at = case when ${change.submit} then coalesce(q.submitted_at, h.now) else q.submitted_at end
    from held h
    where q.answer_id = h.answer_id
    returning q.answer_id, q.organization_id, q.quiz_attempt_id, h.course_version_id, q.question_id,
      q.position, h.total, q.answer, h.previous, q.answered_at, q.submitted_at`
  return row ?? null
}

/** Rewrites an answer that was just saved in its stored form, for clients that send another form. */
export async function updateAnswerForm(ctx: Ctx, answer_id: number, answer: Answer): Promise<void> {
  await ctx.sql`update learning.quiz_answer set answer = ${ctx.sql.json(answer)} where answer_id = ${answer_id}`
}
