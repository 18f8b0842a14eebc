import { defineReport, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import { completeStatuses, status } from '#modules/learning/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import type { Sql } from '#platform/db/sql.ts'
import { enrollmentFilters, enrollmentJoins, isNumber, personColumns, placeColumns, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const reportedAt = (sql: Sql) => sql`sc.created_at`
const statusColumn = {
  label: words.status,
  kind: 'status',
  sql: (sql) => sql`sc.lk_student_course_status_id`,
  choices: lk_student_course_status,
} as const satisfies ReportColumn
const instant = (label: ReportColumn['label'], sql: ReportColumn['sql']): ReportColumn => ({
  label,
  kind: 'instant',
  sql,
})

const columns = {
  student_course_id: { label: words.enrollment, kind: 'number', sql: (sql) => sql`sc.student_course_id` },
  ...personColumns,
  ...placeColumns,
  status: statusColumn,
  enrolled_at: instant(words.enrolled, reportedAt),
  registered_at: instant(words.registered, (sql) => sql`sc.registered_at`),
  started_at: instant(words.started, (sql) => sql`sc.started_at`),
} as const satisfies Record<string, ReportColumn>

const filters = {
  ...enrollmentFilters,
  random_id: (sql: Sql, text: string) => isNumber(sql, sql`sc.student_course_id`, text),
}

const isUndone = (sql: Sql) => sql`sc.lk_student_course_status_id = ${status.refunded}`

/** An enrollment counts until it is undone by a void or a refund, as in tiles and charts (0820_undone_enrollments.sql). */
const sums = {
  enrollments: {
    label: words.enrollments,
    kind: 'number',
    sql: (sql) => sql`count(*) filter (where not ${isUndone(sql)})::int`,
  },
  undone: { label: words.undone, kind: 'number', sql: (sql) => sql`count(*) filter (where ${isUndone(sql)})::int` },
} as const satisfies Record<string, ReportColumn>

/** Enrollments by student and course. */
export const enrollments = defineReport({
  name: 'enrollments',
  report_type: 3,
  label: ['Enrollments', 'Inscripciones'],
  lead: [
    'Every enrollment in a course, with its current status.',
    'Cada inscripción en un curso, con su estado de hoy.',
  ],
  needs: ['MANAGE_STUDENTS:READ'],
  columns: {
    ...columns,
    passed_at: instant(words.passed, (sql) => sql`sc.passed_at`),
    expires_at: instant(words.expires, (sql) => sql`sc.expires_at`),
  },
  from: (sql, inScope) => sql`
    from learning.v_student_course sc ${enrollmentJoins(sql, sql`sc.organization_id`)}
    where ${inScope(sql`sc.organization_id`)}`,
  filters,
  randomId: words.enrollment,
  at: reportedAt,
  order: (sql) => sql`sc.created_at desc, sc.student_course_id desc`,
  totals: {
    ...sums,
    passed: {
      label: words.passedCount,
      kind: 'number',
      sql: (sql) =>
        sql`count(*) filter (where sc.lk_student_course_status_id = any(${[...completeStatuses]}::int[]))::int`,
    },
  },
  breakdown: { by: statusColumn, sums },
  trend: sums.enrollments,
})

const endedStatuses = [status.failed, status.disabled, status.expired, status.refunded, ...completeStatuses]
const age = (sql: Sql) => sql`floor(extract(epoch from platform.now() - sc.created_at) / 86400)::int`

/** Courses that were started or bought and are not over, oldest first. */
export const openEnrollments = defineReport({
  name: 'open-enrollments',
  report_type: 4,
  label: ['Open enrollments by age', 'Inscripciones abiertas por antigüedad'],
  lead: [
    'Enrollments that are not finished, failed, expired, disabled or refunded. Oldest first.',
    'Inscripciones que no están terminadas, reprobadas, vencidas, deshabilitadas ni reembolsadas. Primero las más antiguas.',
  ],
  needs: ['MANAGE_STUDENTS:READ'],
  columns: {
    ...columns,
    expires_at: instant(words.expires, (sql) => sql`sc.expires_at`),
    age: { label: words.age, kind: 'number', sql: age },
  },
  from: (sql, inScope) => sql`
    from learning.v_student_course sc ${enrollmentJoins(sql, sql`sc.organization_id`)}
    where ${inScope(sql`sc.organization_id`)} and sc.lk_student_course_status_id <> all(${endedStatuses}::int[])`,
  filters,
  randomId: words.enrollment,
  at: reportedAt,
  order: (sql) => sql`sc.created_at, sc.student_course_id`,
  totals: {
    enrollments: rowCountColumn(words.enrollments),
    average: { label: words.averageAge, kind: 'number', sql: (sql) => sql`round(avg(${age(sql)}), 1)::float8` },
  },
  breakdown: {
    by: {
      label: words.ageBand,
      kind: 'status',
      sql: (sql) => sql`width_bucket(${age(sql)}, array[0, 8, 31, 61, 91])`,
      choices: { 1: words.week, 2: words.month, 3: words.twoMonths, 4: words.threeMonths, 5: words.older },
    },
    sums: {
      enrollments: rowCountColumn(words.enrollments),
      not_started: {
        label: words.notStarted,
        kind: 'number',
        sql: (sql) => sql`count(*) filter (where sc.started_at is null)::int`,
      },
    },
  },
})
