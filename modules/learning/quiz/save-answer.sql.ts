import type { Ctx } from '../../../platform/ctx.ts'
import { userOf } from '../../../platform/permissions.ts'
import { grace } from './attempt.sql.ts'
import { openStatuses } from './open-statuses.ts'
import type { Answer } from './question-types.shared.ts'

export type AnswerPlace = { studentCourseId: number; componentId: number; questionId: number; answerId?: number | null }

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

type Change = {
  answer?: unknown
  submit: boolean
  /** Saves only while the course is on this version. */
  course_version_id?: number
}

/**
 * Saves an answer in one statement that also proves that it may be saved: own course, open attempt, question shown,
 * no timer run out. Null where any of that fails (the caller finds out which). Runs once a click, so it must be cheap;
 * `closed_at` is looked at in the row itself, so that an answer that waited for a finish is refused by it.
 */
export async function saveAnswer(ctx: Ctx, place: AnswerPlace, change: Change): Promise<SavedRow | null> {
  const { sql } = ctx
  const { answer, submit, course_version_id } = change
  const given = answer !== undefined
  const value = given ? sql`${sql.json(answer)}` : sql`a.answer`
  const [saved] = await sql<SavedRow>`
    update learning.quiz_answer a
    set answer = ${value}, version = a.version + 1
      ${given ? sql`, answered_at = clock.now` : sql``}
      ${submit ? sql`, submitted_at = coalesce(a.submitted_at, clock.now)` : sql``}
    from (select platform.now() as now offset 0) clock, learning.quiz_attempt t, learning.student_course sc,
      learning.quiz_answer old
    where sc.student_course_id = ${place.studentCourseId} and sc.user_id = ${userOf(ctx).user_id}
      and sc.lk_student_course_status_id = any(${sql.array(openStatuses)}::int[])
      and t.student_course_id = sc.student_course_id and t.component_id = ${place.componentId}
      and t.submitted_at is null and (t.expires_at is null or t.expires_at + ${grace}::interval >= clock.now)
      and a.quiz_attempt_id = t.quiz_attempt_id and a.question_id = ${place.questionId}
      and old.answer_id = a.answer_id and a.closed_at is null and a.served_at is not null
      and (a.expires_at is null or a.expires_at + ${grace}::interval >= clock.now)
      and (not a.no_edit_after_save or a.answered_at is null or a.answer is not distinct from ${value})
      ${place.answerId ? sql`and a.answer_id = ${place.answerId}` : sql``}
      ${course_version_id ? sql`and sc.course_version_id = ${course_version_id}` : sql``}
    returning a.answer_id, a.organization_id, a.quiz_attempt_id, sc.course_version_id, a.question_id, a.position, t.total,
      a.answer, old.answer as previous, a.answered_at, a.submitted_at`
  return saved ?? null
}

/** Rewrites an answer just saved in its stored form; for clients that spell it another way. */
export async function updateAnswerForm(ctx: Ctx, answer_id: number, answer: Answer): Promise<void> {
  await ctx.sql`update learning.quiz_answer set answer = ${ctx.sql.json(answer)} where answer_id = ${answer_id}`
}
