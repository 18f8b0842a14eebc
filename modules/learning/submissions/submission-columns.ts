import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { awaitingReviewSql } from '#modules/learning/questions/submission.sql.ts'
import { courseJoins } from '#modules/learning/status/course-joins.sql.ts'
import { studentNames } from '#modules/learning/status/student-columns.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { Columns, Narrowings } from '#platform/grid/columns.ts'
import type { GridSource, InScope } from '#platform/grid/grid-source.ts'
import type { RowLink } from '#platform/grid/row-action.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { submissionTexts as words } from './submissions.texts.ts'

/** The columns of both lists, which have one row for each course with a submission. */
export const submissionColumns: Columns = {
  ...studentNames(words),
  email: { label: words.email, kind: 'text', needs: 'student', sql: (sql) => sql`p.email`, search: true },
  finished_date: { label: words.finished_date, kind: 'instant', sql: (sql) => sql`s.finished_at` },
  lk_student_course_status_id: {
    label: words.course_status,
    kind: 'status',
    needs: 'course',
    sql: (sql) => sql`sc.lk_student_course_status_id`,
    choices: lk_student_course_status,
  },
  waiting: { label: words.waiting, kind: 'number', sql: (sql) => sql`s.waiting` },
  organization_name: { label: words.organization, kind: 'text', needs: 'organization', sql: (sql) => sql`o.name` },
  course_name: { label: words.course, kind: 'text', needs: 'version', sql: (sql) => sql`v.name` },
  student_course_id: {
    label: words.student_course_id,
    kind: 'number',
    sql: (sql) => sql`s.student_course_id`,
    shown: 'hidden',
  },
  organization_id: {
    label: words.organization,
    kind: 'number',
    sql: (sql) => sql`s.organization_id`,
    shown: 'never',
  },
  user_id: {
    label: words.student_course_id,
    kind: 'number',
    needs: 'course',
    sql: (sql) => sql`sc.user_id`,
    shown: 'never',
  },
}

export const fromSubmissions =
  (kind: 'quiz' | 'document') => (sql: Sql, inScope: InScope, needs: ReadonlySet<string>) =>
    sql`
  from learning.submission s
  ${courseJoins(sql, needs, { student_course_id: sql`s.student_course_id`, organization_id: sql`s.organization_id` })}
  where ${inScope(sql`s.organization_id`)} and s.kind = ${kind}`

/** Submissions that await review, including those of courses that continue. */
export const submissionNarrowings = (kind: 'quiz' | 'document'): Narrowings => ({
  awaiting: {
    label: words.awaiting,
    kind: 'flag',
    where: (sql, fits) => fits(sql`(s.student_course_id in (${awaitingReviewSql(sql, kind)}))`),
  },
})

/** Submissions waiting for staff, and all of them. */
export const submissionSwitches: NonNullable<GridSource['switches']> = {
  label: words.course_status,
  parts: {
    awaiting: { label: words.awaiting, filters: { awaiting: ['exact:true'] } },
    all: { label: words.viewAll, filters: {} },
  },
}

/** Opens the page that asks for the reason. */
export const needsAttentionLink: RowLink = {
  label: words.needsAttention,
  may: 'MANAGE_STUDENTS:UPDATE',
  opens: rowPath('/manage/submission/:student_course_id/needs-attention', { student_course_id: '{key}' }),
}
