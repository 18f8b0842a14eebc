import { listQuestions } from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** An event of an uploaded document: its upload, or a staff decision. */
export type DocumentEvent = {
  at: Date
  /** The purpose of the document. */
  document: string
  what: 'uploaded' | 'accepted' | 'refused'
  /** The name of the file, or the comment of staff. */
  detail: string | null
  /** The person who decided; null for a reader who may not see names. */
  by: string | null
}

type Row = Omit<DocumentEvent, 'document'> & { question_id: number }

/** The uploads of a course and all decisions about them, in order. */
export async function listDocumentEvents(
  ctx: Ctx,
  course: StudentCourse,
  withNames: boolean,
): Promise<DocumentEvent[]> {
  const { student_course_id, course_version_id, user_id } = course
  const rows = await ctx.sql<Row>`
    select at, question_id, what, detail, case when ${withNames} then by end as by from (
      select created_at as at, question_id, 'uploaded' as what, name as detail, null as by
      from learning.registration_document where student_course_id = ${student_course_id}
      union all
      select e.at, (e.after ->> 'question_id')::int,
             case e.action when 'document.accept' then 'accepted' else 'refused' end, e.after ->> 'comment',
             p.first_name || ' ' || p.last_name
      from platform.v_audit_event e left join identity.v_person p on p.user_id = e.actor_user_id
      where e.subject_user_id = ${user_id} and e.subject = ${`student_course_id:${student_course_id}`}
        and e.action in ('document.accept', 'document.refuse')) event
    order by at`
  if (rows.length === 0) return []
  const questions = await listQuestions(ctx, course_version_id, { used_in: 'registration' })
  const titles = new Map(questions.map(({ question_id, configuration }) => [question_id, configuration.title]))
  return rows.map(({ question_id, ...event }) => ({ ...event, document: titles.get(question_id) ?? '' }))
}
