import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { graceSeconds } from '#modules/learning/questions/time-limit.shared.ts'
import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type AnswerRow = {
  question_id: number
  /** The stored form, from either column; null if only the timer has been started. */
  answer: Answer
  answered_at: Date | null
  submitted_at: Date | null
  version: number
  timer_expires_at: Date | null
  timer_over: boolean
  rejected_at: Date | null
  rejected_comment: string | null
  /** A person must accept it before the course can be completed. */
  needs_review: boolean
  accepted_at: Date | null
  reviewed_at: Date | null
  reviewed_by_user_id: number | null
}

type StoredRow = AnswerRow & { personal_answer: unknown }

const sealBinding = (student_course_id: number, question_id: number) =>
  `registration:${student_course_id}:${question_id}`

/** Every answer of a course, with personal ones decrypted: for its student and for agencies, never for a list. */
export async function listAnswers(ctx: Pick<Ctx, 'sql' | 'use'>, student_course_id: number): Promise<AnswerRow[]> {
  const rows = await ctx.sql<StoredRow>`
    select question_id, answer, personal_answer, answered_at, submitted_at, version,
           timer_expires_at, coalesce(timer_expires_at + ${graceSeconds} * interval '1 second' <= platform.now(), false) as timer_over,
           rejected_at, rejected_comment, needs_review, accepted_at, reviewed_at, reviewed_by_user_id
    from learning.registration_answer
    where student_course_id = ${student_course_id}
    order by question_id`
  return rows.map(({ personal_answer, ...row }) =>
    personal_answer === null
      ? row
      : { ...row, answer: openValue(ctx, personal_answer as Answer, sealBinding(student_course_id, row.question_id)) },
  )
}

/** Seals older personal answers that were stored unsealed, in batches. Safe to repeat. */
export async function sealOldAnswers(ctx: Ctx): Promise<void> {
  await ctx.tx(async (inner) => {
    const rows = await inner.sql<{ student_course_id: number; question_id: number; personal_answer: unknown }>`
      select student_course_id, question_id, personal_answer from learning.registration_answer
      where personal_answer is not null
        and (jsonb_typeof(personal_answer) <> 'object' or not personal_answer ? 'sealed')
      limit 1000 for update skip locked`
    for (const { student_course_id, question_id, personal_answer } of rows) {
      const sealedValue = sealValue(inner, personal_answer, sealBinding(student_course_id, question_id))
      await inner.sql`
        update learning.registration_answer set personal_answer = ${inner.sql.json(sealedValue)}
        where student_course_id = ${student_course_id} and question_id = ${question_id}`
    }
  })
}

type NewAnswer = { question_id: number; answer: Answer; personal: boolean; submitted: boolean; needs_review: boolean }

/** Overwrites the previous answer; an equal answer only updates the times. */
export async function saveAnswer(ctx: Ctx, course: StudentCourse, newAnswer: NewAnswer): Promise<void> {
  const { sql } = ctx
  const { question_id, answer, personal, submitted, needs_review } = newAnswer
  const sealedValue = personal ? sealValue(ctx, answer, sealBinding(course.student_course_id, question_id)) : null
  await sql`
    insert into learning.registration_answer as a
      (student_course_id, organization_id, question_id, answer, personal_answer, answered_at, submitted_at,
       needs_review, version)
    values (${course.student_course_id}, ${course.organization_id}, ${question_id}, ${personal ? null : sql.json(answer)},
            ${sealedValue && sql.json(sealedValue)}, platform.now(),
            case when ${submitted} then platform.now() end, ${needs_review}, 1)
    on conflict (student_course_id, question_id) do update
    set answer = excluded.answer, personal_answer = excluded.personal_answer, answered_at = excluded.answered_at,
        submitted_at = coalesce(excluded.submitted_at, a.submitted_at), version = a.version + 1,
        timer_started_at = null, timer_expires_at = null, rejected_at = null, rejected_comment = null,
        needs_review = excluded.needs_review, accepted_at = null`
}

/**
 * Deletes answers to questions that are no longer asked. Keeps the number of timer starts, because hiding a question
 * would otherwise reset it.
 */
export async function deleteAnswers(
  { sql }: Ctx,
  course: StudentCourse,
  question_ids: readonly number[],
): Promise<void> {
  if (question_ids.length === 0) return
  await sql`
    delete from learning.registration_answer
    where student_course_id = ${course.student_course_id} and question_id = any(${sql.array(question_ids)})
      and timer_starts = 0`
  await sql`
    update learning.registration_answer
    set answer = null, personal_answer = null, answered_at = null, submitted_at = null, timer_started_at = null,
        timer_expires_at = null, rejected_at = null, rejected_comment = null, needs_review = false, accepted_at = null
    where student_course_id = ${course.student_course_id} and question_id = any(${sql.array(question_ids)})
      and (answered_at is not null or timer_expires_at is not null)`
}

/** The most starts per day of one question's timer. */
export const maxStarts = 3

export type Timer = {
  /** Null if it was started too often. */
  expires_at: Date | null
  seconds_left: number
  /** Hours until it may be started again; 0 if it may be started now. */
  hours_to_wait: number
}

/** Starts the timer of a question unless it is running or was started too often within a day. */
export async function startTimer(
  { sql }: Ctx,
  { student_course_id, organization_id }: StudentCourse,
  question_id: number,
  seconds: number,
): Promise<Timer> {
  await sql`
    insert into learning.registration_answer as a
      (student_course_id, organization_id, question_id, timer_started_at, timer_expires_at, timer_starts,
       timer_counted_from)
    values (${student_course_id}, ${organization_id}, ${question_id}, platform.now(),
            platform.now() + ${seconds}::int * interval '1 second', 1, platform.now())
    on conflict (student_course_id, question_id) do update
    set timer_started_at = excluded.timer_started_at, timer_expires_at = excluded.timer_expires_at,
        timer_starts = case when a.timer_counted_from > platform.now() - interval '1 day' then a.timer_starts + 1 else 1 end,
        timer_counted_from = case when a.timer_counted_from > platform.now() - interval '1 day' then a.timer_counted_from
                                  else platform.now() end
    where (a.timer_expires_at is null or a.timer_expires_at + ${graceSeconds} * interval '1 second' <= platform.now())
      and (a.timer_starts < ${maxStarts} or a.timer_counted_from is null
           or a.timer_counted_from <= platform.now() - interval '1 day')`
  const [row] = await sql<Timer>`
    select case when timer_expires_at + ${graceSeconds} * interval '1 second' > platform.now() then timer_expires_at end
             as expires_at,
           greatest(0, ceil(extract(epoch from timer_expires_at - platform.now())))::int as seconds_left,
           coalesce(greatest(0, ceil(extract(epoch from
             timer_counted_from + interval '1 day' - platform.now()) / 3600)), 0)::int as hours_to_wait
    from learning.registration_answer
    where student_course_id = ${student_course_id} and question_id = ${question_id}`
  return row!
}

/** Marks every answer of the course as submitted. */
export async function submitAnswers({ sql }: Ctx, { student_course_id }: StudentCourse): Promise<void> {
  await sql`
    update learning.registration_answer set submitted_at = platform.now()
    where student_course_id = ${student_course_id} and answered_at is not null and submitted_at is null`
}

/** A review of an answer; a comment refuses it and is shown to the student. */
export type Review = { question_id: number; version: number; refused: string | null; user_id: number }

/** Records a review; false if there is no such answer or a newer one. */
export async function reviewAnswer(
  { sql }: Ctx,
  { student_course_id }: Pick<StudentCourse, 'student_course_id'>,
  { question_id, version, refused, user_id }: Review,
): Promise<boolean> {
  const { count } = await sql`
    update learning.registration_answer
    set rejected_at = case when ${refused}::text is null then null else platform.now() end,
        rejected_comment = ${refused},
        accepted_at = case when ${refused}::text is null then platform.now() end,
        reviewed_by_user_id = ${user_id}, reviewed_at = platform.now(), version = version + 1
    where student_course_id = ${student_course_id} and question_id = ${question_id} and version = ${version}
      and answered_at is not null`
  return count > 0
}
