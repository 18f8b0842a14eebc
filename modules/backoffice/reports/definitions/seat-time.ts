import { defineReport, isNamed, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import type { Sql } from '#platform/db/sql.ts'
import { organizationFilter, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const reportedAt = (sql: Sql) => sql`s.from_at`
const seconds = (sql: Sql) => sql`extract(epoch from s.to_at - s.from_at)`
const course = { label: words.course, kind: 'text', sql: (sql) => sql`sc.course_name` } as const satisfies ReportColumn
const hours = {
  label: words.hours,
  kind: 'number',
  sql: (sql) => sql`round(coalesce(sum(${seconds(sql)}), 0) / 3600, 2)::float8`,
} as const satisfies ReportColumn

/** The ledger of one student's credited time, as regulators request it. */
export const seatTime = defineReport({
  name: 'seat-time',
  report_type: 9,
  label: ['Student seat time', 'Tiempo de curso de un estudiante'],
  lead: [
    'Every period of course time credited to one student. Enter the student number first.',
    'Cada tramo de tiempo de curso acreditado a un estudiante. Primero escriba el número de estudiante.',
  ],
  needs: ['MANAGE_STUDENTS:READ'],
  columns: {
    student_id: { label: words.student, kind: 'number', sql: (sql) => sql`s.user_id` },
    last_name: { label: words.last_name, kind: 'text', sql: (sql) => sql`p.last_name` },
    first_name: { label: words.first_name, kind: 'text', sql: (sql) => sql`p.first_name` },
    student_course_id: { label: words.enrollment, kind: 'number', sql: (sql) => sql`s.student_course_id` },
    course_name: course,
    lesson: { label: words.lesson, kind: 'text', sql: (sql) => sql`c.name` },
    from_at: { label: words.from, kind: 'instant', precise: true, sql: reportedAt },
    to_at: { label: words.to, kind: 'instant', precise: true, sql: (sql) => sql`s.to_at` },
    minutes: { label: words.minutes, kind: 'number', sql: (sql) => sql`round(${seconds(sql)} / 60, 2)::float8` },
    ended_because: {
      label: words.ended,
      kind: 'status',
      sql: (sql) => sql`
        coalesce(array_position(array['moved', 'idle', 'status', 'left', 'check', 'silent', 'continued'], s.ended_because), 8)`,
      choices: {
        1: words.endedMoved,
        2: words.endedIdle,
        3: words.endedStatus,
        4: words.endedLeft,
        5: words.endedCheck,
        6: words.endedSilent,
        7: words.endedContinued,
        8: words.endedUnknown,
      },
    },
  },
  from: (sql, inScope) => sql`
    from learning.v_seat_range s
    join learning.v_student_course sc on sc.student_course_id = s.student_course_id
    join identity.v_organization o on o.organization_id = s.organization_id
    left join identity.v_person p on p.user_id = s.user_id
    left join catalogue.v_component c
      on c.course_version_id = sc.course_version_id and c.component_id = s.component_id
    where ${inScope(sql`s.organization_id`)}`,
  filters: {
    ...organizationFilter,
    course_id: (sql, value) => isNamed(sql, sql`sc.course_id`, sql`sc.course_name`, value),
    // By the student's enrollments, which the ledger's index covers.
    random_id: (sql, text) =>
      /^\d{1,9}$/.test(text)
        ? sql`s.student_course_id = any(array(
            select of.student_course_id from learning.v_student_course of where of.user_id = ${Number(text)}))`
        : sql`false`,
  },
  requires: 'random_id',
  randomId: words.student,
  at: reportedAt,
  order: (sql) => sql`s.from_at, s.seat_range_id`,
  totals: { stretches: rowCountColumn(words.stretches), hours },
  breakdown: { by: course, sums: { stretches: rowCountColumn(words.stretches), hours } },
  trend: hours,
})
