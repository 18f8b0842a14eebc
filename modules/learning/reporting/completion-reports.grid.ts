import { courseJoins } from '#modules/learning/status/course-joins.sql.ts'
import { studentNames } from '#modules/learning/status/student-columns.ts'
import { findCoursesByName } from '#modules/learning/student-course/find-courses.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { agencyChoices } from './agencies/index.ts'
import { reportListTexts as words } from './report-list.texts.ts'
import { isInState, reportAgencySql, reportStateSql, reportStates } from './report-states.ts'

const accepted = 4

/** GET /report/completions/fetch: the latest report of each completion to each receiver, earliest deadline first. */
export const completionReports = defineGrid({
  calls: { fetch: 'GET /report/completions/fetch', export: 'GET /report/completions/export' },
  added: ['fetch', 'export'],
  rows: 'reports',
  file: 'CompletionReportData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_STUDENTS:READ'),
  clients: 'listCompletionReports',
  from: fromReports,
  findKeys: findReports,
  order: ['due_at'],
  key: 'completion_report_id',
  columns: {
    ...studentNames(words),
    course_name: { label: words.course, kind: 'text', needs: 'version', sql: (sql) => sql`v.name` },
    organization_name: { label: words.organization, kind: 'text', needs: 'organization', sql: (sql) => sql`o.name` },
    report_agency: { label: words.agency, kind: 'status', sql: reportAgencySql, choices: agencyChoices, tones: {} },
    state_code: { label: words.state_code, kind: 'text', sql: (sql) => sql`r.state_code`, shown: 'hidden' },
    report_state: {
      label: words.report_state,
      kind: 'status',
      sql: reportStateSql,
      equals: isInState,
      choices: reportStates,
    },
    due_at: { label: words.due_at, kind: 'instant', sql: (sql) => sql`r.due_at`, precise: true },
    late_ind: {
      label: words.late,
      kind: 'flag',
      sql: (sql) => sql`(r.state <> 'accepted' and r.due_at < platform.now())`,
    },
    accepted_at: { label: words.accepted_at, kind: 'instant', nullable: true, sql: (sql) => sql`r.accepted_at` },
    code: { label: words.code, kind: 'text', nullable: true, sql: (sql) => sql`r.code` },
    receipt: { label: words.receipt, kind: 'text', nullable: true, sql: (sql) => sql`r.receipt`, shown: 'hidden' },
    attempt: { label: words.attempt, kind: 'number', sql: (sql) => sql`r.attempt`, shown: 'hidden' },
    completion_report_id: {
      label: words.completion_report_id,
      kind: 'number',
      sql: (sql) => sql`r.completion_report_id`,
      shown: 'hidden',
    },
    student_course_id: {
      label: words.student_course_id,
      kind: 'number',
      sql: (sql) => sql`r.student_course_id`,
      shown: 'hidden',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`r.organization_id`,
      shown: 'never',
    },
  },
  switches: {
    label: words.report_state,
    parts: {
      unfinished: {
        label: words.unfinished,
        filters: {
          report_state: Object.keys(reportStates).flatMap((id) => (Number(id) === accepted ? [] : `exact:${id}`)),
        },
      },
      all: { label: words.viewAll, filters: {} },
    },
  },
  links: [
    {
      label: words.open,
      may: 'MANAGE_STUDENTS:READ',
      opens: rowPath('/manage/completion-report/:student_course_id', { student_course_id: '{student_course_id}' }),
    },
  ],
})

function fromReports(sql: Sql, inScope: InScope, needs: ReadonlySet<string>) {
  return sql`
  from learning.v_completion_report r
  ${courseJoins(sql, needs, { student_course_id: sql`r.student_course_id`, organization_id: sql`r.organization_id` })}
  where ${inScope(sql`r.organization_id`)}`
}

const maxFound = 5_000

/** The reports of students with these words in their names; null if they are not few. */
async function findReports(ctx: Ctx, words: readonly string[]): Promise<readonly number[] | null> {
  const courses = await findCoursesByName(ctx, words)
  if (!courses) return null
  const rows = await ctx.sql<{ completion_report_id: number }>`
    select completion_report_id from learning.completion_report
    where student_course_id = any(${ctx.sql.array([...courses])}::int[]) limit ${maxFound + 1}`
  return rows.length > maxFound ? null : rows.map(({ completion_report_id }) => completion_report_id)
}
