import type { Ctx } from '../../../platform/ctx.ts'
import { askedBy, inOrder } from '../../../platform/db/asked.ts'
import type { Fragment, Sql } from '../../../platform/db/sql.ts'
import { gatherBy } from '../../../platform/gather.ts'
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
 * no timer run out. Null where any of that fails (the caller finds out which). Waits for whoever holds the answer.
 */
export async function saveAnswer(ctx: Ctx, place: AnswerPlace, change: Change): Promise<SavedRow | null> {
  const [saved] = await saveAll(ctx.sql, [askOf(ctx, place, change)], ctx.sql``)
  return saved ?? null
}

/**
 * The same for a click of many, outside a transaction: those that come together share a statement. Null, too, where
 * somebody holds the answer at the moment.
 */
export const saveDraft = (ctx: Ctx, place: AnswerPlace, change: Change): Promise<SavedRow | null> =>
  gathered(ctx.sql, askOf(ctx, place, change))

type Ask = ReturnType<typeof askOf>

const askOf = (ctx: Ctx, place: AnswerPlace, { answer, submit, course_version_id }: Change) => ({
  student_course_id: place.studentCourseId,
  user_id: userOf(ctx).user_id,
  component_id: place.componentId,
  question_id: place.questionId,
  answer_id: place.answerId ?? null,
  course_version_id: course_version_id ?? null,
  given: answer !== undefined,
  answer: answer ?? null,
  submit,
})

const askTypes = {
  student_course_id: 'int',
  user_id: 'int',
  component_id: 'int',
  question_id: 'int',
  answer_id: 'int',
  course_version_id: 'int',
  given: 'boolean',
  answer: 'jsonb',
  submit: 'boolean',
} as const

const gathered = gatherBy((sql: Sql, asks: readonly Ask[]) => saveAll(sql, asks, sql`skip locked`))

/** `closed_at` is looked at in the row that is locked, so that an answer that waited for a finish is refused by it. */
async function saveAll(sql: Sql, asks: readonly Ask[], locking: Fragment): Promise<(SavedRow | null)[]> {
  const rows = await sql<SavedRow & { asked: number }>`
    with clock as materialized (select platform.now() as now),
    held as materialized (
      select a.asked, a.given, a.submit, clock.now, q.answer_id, q.answer as previous, sc.course_version_id, t.total,
             case when a.given then a.answer else q.answer end as answer
      from clock
      cross join ${askedBy(sql, asks, askTypes)}
      join learning.student_course sc on sc.student_course_id = a.student_course_id and sc.user_id = a.user_id
      join learning.quiz_attempt t on t.student_course_id = sc.student_course_id and t.component_id = a.component_id
      join learning.quiz_answer q on q.quiz_attempt_id = t.quiz_attempt_id and q.question_id = a.question_id
      where sc.lk_student_course_status_id = any(${sql.array(openStatuses)}::int[])
        and t.submitted_at is null and (t.expires_at is null or t.expires_at + ${grace}::interval >= clock.now)
        and q.closed_at is null and q.served_at is not null
        and (q.expires_at is null or q.expires_at + ${grace}::interval >= clock.now)
        and (not q.no_edit_after_save or q.answered_at is null or not a.given or q.answer is not distinct from a.answer)
        and (a.answer_id is null or q.answer_id = a.answer_id)
        and (a.course_version_id is null or sc.course_version_id = a.course_version_id)
      for no key update of q ${locking})
    update learning.quiz_answer q
    set answer = h.answer, version = q.version + 1,
        answered_at = case when h.given then h.now else q.answered_at end,
        submitted_at = case when h.submit then coalesce(q.submitted_at, h.now) else q.submitted_at end
    from held h
    where q.answer_id = h.answer_id
    returning h.asked::int, q.answer_id, q.organization_id, q.quiz_attempt_id, h.course_version_id, q.question_id,
      q.position, h.total, q.answer, h.previous, q.answered_at, q.submitted_at`
  return inOrder(asks, rows)
}

/** Rewrites an answer just saved in its stored form; for clients that spell it another way. */
export async function updateAnswerForm(ctx: Ctx, answer_id: number, answer: Answer): Promise<void> {
  await ctx.sql`update learning.quiz_answer set answer = ${ctx.sql.json(answer)} where answer_id = ${answer_id}`
}
