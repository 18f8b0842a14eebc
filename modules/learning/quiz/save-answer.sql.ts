import type { Ctx } from '../../../platform/ctx.ts'
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

type Ask = AnswerPlace & Change & { user_id: number }

/**
 * Saves an answer in one statement that also proves that it may be saved: own course, open attempt, question shown,
 * no timer run out. Null where any of that fails (the caller finds out which). Waits for whoever holds the answer.
 */
export async function saveAnswer(ctx: Ctx, place: AnswerPlace, change: Change): Promise<SavedRow | null> {
  const [saved] = await saveAll(ctx.sql, [{ ...place, ...change, user_id: userOf(ctx).user_id }], ctx.sql``)
  return saved ?? null
}

/** The same for a click of many, outside a transaction: those that come together share a statement. Null, too, where
 * somebody holds the answer at the moment. */
export const saveDraft = (ctx: Ctx, place: AnswerPlace, change: Change): Promise<SavedRow | null> =>
  gathered(ctx.sql, { ...place, ...change, user_id: userOf(ctx).user_id })

const gathered = gatherBy((sql: Sql, asks: readonly Ask[]) => saveAll(sql, asks, sql`skip locked`))

/**
 * `closed_at` is looked at in the row that is locked, so that an answer that waited for a finish is refused by it. The
 * arrays stand in selects of their own, so that one plan serves any number of asks.
 */
async function saveAll(sql: Sql, asks: readonly Ask[], locking: Fragment): Promise<(SavedRow | null)[]> {
  const all = <T>(pick: (ask: Ask) => T) => sql.array(asks.map(pick))
  const rows = await sql<SavedRow & { asked: number }>`
    with clock as materialized (select platform.now() as now),
    held as materialized (
      select k.asked, k.submit, clock.now, a.answer_id, a.answer as previous, sc.course_version_id, t.total,
             k.given, case when k.given then k.answer else a.answer end as answer
      from clock
      cross join unnest(
        (select ${all(({ studentCourseId }) => studentCourseId)}::int[]), (select ${all(({ user_id }) => user_id)}::int[]),
        (select ${all(({ componentId }) => componentId)}::int[]), (select ${all(({ questionId }) => questionId)}::int[]),
        (select ${all(({ answerId }) => answerId ?? null)}::int[]),
        (select ${all(({ course_version_id }) => course_version_id ?? null)}::int[]),
        (select ${all(({ answer }) => answer !== undefined)}::boolean[]),
        (select ${all(({ answer }) => jsonOf(answer))}::jsonb[]), (select ${all(({ submit }) => submit)}::boolean[]))
        with ordinality k(student_course_id, user_id, component_id, question_id, answer_id, course_version_id, given,
                          answer, submit, asked)
      join learning.student_course sc on sc.student_course_id = k.student_course_id and sc.user_id = k.user_id
      join learning.quiz_attempt t on t.student_course_id = sc.student_course_id and t.component_id = k.component_id
      join learning.quiz_answer a on a.quiz_attempt_id = t.quiz_attempt_id and a.question_id = k.question_id
      where sc.lk_student_course_status_id = any(${sql.array(openStatuses)}::int[])
        and t.submitted_at is null and (t.expires_at is null or t.expires_at + ${grace}::interval >= clock.now)
        and a.closed_at is null and a.served_at is not null
        and (a.expires_at is null or a.expires_at + ${grace}::interval >= clock.now)
        and (not a.no_edit_after_save or a.answered_at is null or not k.given or a.answer is not distinct from k.answer)
        and (k.answer_id is null or a.answer_id = k.answer_id)
        and (k.course_version_id is null or sc.course_version_id = k.course_version_id)
      for no key update of a ${locking})
    update learning.quiz_answer a
    set answer = h.answer, version = a.version + 1,
        answered_at = case when h.given then h.now else a.answered_at end,
        submitted_at = case when h.submit then coalesce(a.submitted_at, h.now) else a.submitted_at end
    from held h
    where a.answer_id = h.answer_id
    returning h.asked::int, a.answer_id, a.organization_id, a.quiz_attempt_id, h.course_version_id, a.question_id,
      a.position, h.total, a.answer, h.previous, a.answered_at, a.submitted_at`
  const found = new Map(rows.map((row) => [row.asked, row]))
  return asks.map((_, index) => found.get(index + 1) ?? null)
}

const jsonOf = (answer: unknown) => (answer === undefined || answer === null ? null : JSON.stringify(answer))

/** Rewrites an answer just saved in its stored form; for clients that spell it another way. */
export async function updateAnswerForm(ctx: Ctx, answer_id: number, answer: Answer): Promise<void> {
  await ctx.sql`update learning.quiz_answer set answer = ${ctx.sql.json(answer)} where answer_id = ${answer_id}`
}
