import { defineReport } from '#modules/backoffice/reports/report.ts'
import { agencyChoices, reportAgencySql, reportStateSql, reportStates } from '#modules/learning/index.ts'
import type { Sql } from '#platform/db/sql.ts'
import { enrollmentFilters, enrollmentJoins, isNumber, personColumns, placeColumns, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

/** The agency record; a report is only owed for a passed course. */
const reportedAt = (sql: Sql) => sql`sc.passed_at`

/** The reports of completed courses to agencies. */
export const completions = defineReport({
  name: 'completions',
  report_type: 1,
  label: ['Completions by agency', 'Cursos terminados por agencia'],
  lead: [
    'Each completed course that must be reported to an agency, and how the agency responded.',
    'Cada curso terminado que se informa a una agencia, con la respuesta de la agencia.',
  ],
  needs: ['MANAGE_STUDENTS:READ'],
  columns: {
    agency: { label: words.agency, kind: 'status', sql: reportAgencySql, choices: agencyChoices },
    state_code: { label: words.state, kind: 'text', sql: (sql) => sql`r.state_code` },
    ...personColumns,
    ...placeColumns,
    completed_at: { label: words.completed, kind: 'instant', sql: reportedAt },
    report_state: { label: words.reportState, kind: 'status', sql: reportStateSql, choices: reportStates },
    due_at: { label: words.due, kind: 'instant', precise: true, sql: (sql) => sql`r.due_at` },
    accepted_at: { label: words.accepted, kind: 'instant', precise: true, sql: (sql) => sql`r.accepted_at` },
    receipt: { label: words.receipt, kind: 'text', sql: (sql) => sql`r.receipt` },
    code: { label: words.agencyCode, kind: 'text', sql: (sql) => sql`r.code` },
    attempt: { label: words.attempts, kind: 'number', sql: (sql) => sql`r.attempt` },
    student_course_id: { label: words.enrollment, kind: 'number', sql: (sql) => sql`r.student_course_id` },
  },
  from: (sql, inScope) => sql`
    from learning.v_completion_report r
    join learning.v_student_course sc on sc.student_course_id = r.student_course_id
    ${enrollmentJoins(sql, sql`r.organization_id`)}
    where ${inScope(sql`r.organization_id`)}`,
  filters: { ...enrollmentFilters, random_id: (sql, text) => isNumber(sql, sql`r.student_course_id`, text) },
  randomId: words.enrollment,
  at: reportedAt,
  order: (sql) => sql`${reportedAt(sql)} desc, r.completion_report_id desc`,
  totals: { completions: rowCountColumn(words.completions) },
  breakdown: {
    by: { label: words.agency, kind: 'status', sql: reportAgencySql, choices: agencyChoices },
    sums: {
      completions: rowCountColumn(words.completions),
      accepted: {
        label: words.acceptedCount,
        kind: 'number',
        sql: (sql) => sql`count(*) filter (where r.state = 'accepted')::int`,
      },
      rejected: {
        label: words.rejected,
        kind: 'number',
        sql: (sql) => sql`count(*) filter (where r.state = 'rejected')::int`,
      },
      late: {
        label: words.late,
        kind: 'number',
        sql: (sql) => sql`count(*) filter (where r.state <> 'accepted' and r.due_at < platform.now())::int`,
      },
    },
  },
  trend: rowCountColumn(words.completions),
})
