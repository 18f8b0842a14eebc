import { askedBy, inOrder } from '../../../platform/db/asked.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { gatherBy } from '../../../platform/gather.ts'
import type { InlineAnswer } from '../quiz/inline-answer.sql.ts'
import type { LeaseSeen } from '../seat-time/move-lease.sql.ts'
import type { StudentCourseRow } from '../student-course.sql.ts'
import type { Progress } from './progress.sql.ts'

export type OpeningAsk = { user_id: number; student_course_id: number; component_id: number }

/** What the opening of a component is decided on, as it was at one moment; nothing of it is locked. */
export type OpeningRead = {
  course: StudentCourseRow
  /** Changes with every change of the course's row. */
  course_xmin: string
  lease: LeaseSeen & { student_progress_id: number; running_ms: number }
  /** Without the running lease. */
  credited: readonly Progress[]
  answers: readonly InlineAnswer[]
}

/** Null for a course of somebody else and for a student without any lease. Openings that arrive together share a statement. */
export const readOpening: (sql: Sql, ask: OpeningAsk) => Promise<OpeningRead | null> = gatherBy(readOpenings)

type ProgressTuple = readonly [number, number, number, boolean, boolean, number | null]
type AnswerRow = Omit<InlineAnswer, 'submitted_at'> & { submitted_at: string }
type Row = StudentCourseRow & {
  asked: number
  course_xmin: string
  lease_id: string
  from_at: string
  leased_progress_id: number
  running_ms: number
  credited: ProgressTuple[] | null
  answers: AnswerRow[] | null
}

// Progress as tuples: a row of its own for each of a hundred components costs the server more than anything else here.
async function readOpenings(sql: Sql, asks: readonly OpeningAsk[]): Promise<(OpeningRead | null)[]> {
  const rows = await sql<Row>`
    select a.asked::int, sc.student_course_id, sc.organization_id, sc.user_id, sc.course_version_id,
           sc.course_website_id, sc.lk_student_course_status_id, sc.lk_student_course_status_reason_id,
           sc.current_component_id, sc.lk_shipping_type_id, sc.audio_ind, sc.purchased_via, sc.registered_at,
           sc.agreed_at, sc.started_at, sc.completed_at, sc.passed_at, sc.expires_at, sc.created_at,
           sc.xmin::text as course_xmin, l.lease_id, l.from_at::text as from_at,
           l.student_progress_id as leased_progress_id,
           floor(1000 * extract(epoch from l.beat_at - l.from_at))::float8 as running_ms,
           (select json_agg(json_build_array(p.student_progress_id, p.component_id, p.credited_ms,
                     p.completed_at is not null, p.advanced_ind,
                     case when p.break_started_at is not null
                          then floor(1000 * extract(epoch from platform.now() - p.break_started_at)) end))
            from learning.student_progress p where p.student_course_id = sc.student_course_id) as credited,
           (select json_agg(i order by i.answer_id)
            from (select answer_id, component_id, quiz_id, question_id, answer, correct, submitted_at
                  from learning.inline_answer q
                  where q.student_course_id = sc.student_course_id and q.component_id = a.component_id) i) as answers
    from ${askedBy(sql, asks, { user_id: 'int', student_course_id: 'int', component_id: 'int' })}
    join learning.student_course sc on sc.student_course_id = a.student_course_id and sc.user_id = a.user_id
    join learning.seat_lease l on l.user_id = sc.user_id`
  return inOrder(asks, rows).map((row) => row && readingOf(row))
}

function readingOf({
  asked,
  course_xmin,
  lease_id,
  from_at,
  leased_progress_id,
  running_ms,
  ...rest
}: Row): OpeningRead {
  const { credited, answers, ...course } = rest
  return {
    course,
    course_xmin,
    lease: { lease_id, from_at, student_progress_id: leased_progress_id, running_ms },
    credited: (credited ?? []).map(progressOf),
    answers: (answers ?? []).map((answer) => ({ ...answer, submitted_at: new Date(answer.submitted_at) })),
  }
}

const progressOf = ([
  student_progress_id,
  component_id,
  spent_ms,
  done,
  advanced,
  break_ms,
]: ProgressTuple): Progress => ({
  student_progress_id,
  component_id,
  spent_ms,
  completed_ind: done,
  advanced_ind: advanced,
  break_ms,
})
