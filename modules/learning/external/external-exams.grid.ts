import { courseJoins } from '#modules/learning/status/course-joins.sql.ts'
import { studentNames } from '#modules/learning/status/student-columns.ts'
import { findCoursesByName } from '#modules/learning/student-course/find-courses.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { examKindChoices, examKindSql, examStateChoices, examStateSql, examStateTones } from './exam-states.ts'
import { externalTexts as words } from './external.texts.ts'

/** Sessions that count, newest first; violations awaiting review are those that staff have not decided. */
export const externalExams = defineGrid({
  calls: { fetch: 'GET /externalProvider/fetch', export: 'GET /externalProvider/export' },
  added: ['fetch', 'export'],
  rows: 'exams',
  file: 'ExternalExamData.xlsx',
  title: words.staffTitle,
  empty: words.staffEmpty,
  may: staff('MANAGE_STUDENTS:READ'),
  from: (sql, inScope, needs) => sql`
    from learning.external_exam e
    ${courseJoins(sql, needs, { student_course_id: sql`e.student_course_id`, organization_id: sql`e.organization_id` })}
    where ${inScope(sql`e.organization_id`)} and e.cleared_at is null`,
  findKeys: findExams,
  order: ['-created_at'],
  key: 'external_exam_id',
  columns: {
    ...studentNames(words),
    course_name: { label: words.course, kind: 'text', needs: 'version', sql: (sql) => sql`v.name` },
    organization_name: { label: words.organization, kind: 'text', needs: 'organization', sql: (sql) => sql`o.name` },
    exam_kind: { label: words.kind, kind: 'status', sql: examKindSql, choices: examKindChoices, tones: {} },
    exam_state: {
      label: words.state,
      kind: 'status',
      sql: examStateSql,
      choices: examStateChoices,
      tones: examStateTones,
    },
    waiting_ind: {
      label: words.waitingReview,
      kind: 'flag',
      sql: (sql) => sql`(e.state = 'violation' and e.accepted is null)`,
    },
    score: { label: words.percent, kind: 'number', nullable: true, sql: (sql) => sql`e.score::float8` },
    created_at: { label: words.created_at, kind: 'instant', sql: (sql) => sql`e.created_at`, precise: true },
    decided_at: { label: words.decided_at, kind: 'instant', nullable: true, sql: (sql) => sql`e.decided_at` },
    provider: { label: words.provider, kind: 'text', sql: (sql) => sql`e.provider`, shown: 'hidden' },
    external_exam_id: {
      label: words.number,
      kind: 'number',
      sql: (sql) => sql`e.external_exam_id`,
      shown: 'hidden',
    },
    student_course_id: {
      label: words.student_course_id,
      kind: 'number',
      sql: (sql) => sql`e.student_course_id`,
      shown: 'hidden',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`e.organization_id`,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.open,
      may: 'MANAGE_STUDENTS:READ',
      opens: rowPath('/manage/external-exams/:external_exam_id', { external_exam_id: '{key}' }),
    },
  ],
})

const maxFound = 5_000

/** The exams of students with these words in their names; null if they are not few. */
async function findExams(ctx: Ctx, words: readonly string[]): Promise<readonly number[] | null> {
  const courses = await findCoursesByName(ctx, words)
  if (!courses) return null
  const rows = await ctx.sql<{ external_exam_id: number }>`
    select external_exam_id from learning.external_exam
    where student_course_id = any(${ctx.sql.array([...courses])}::int[]) limit ${maxFound + 1}`
  return rows.length > maxFound ? null : rows.map(({ external_exam_id }) => external_exam_id)
}
