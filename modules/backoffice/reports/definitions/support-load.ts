import { defineReport, isNamed, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { isNumber, organizationFilter, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const reportedAt = (sql: Sql) => sql`t.created_at`
const hours = (sql: Sql, until: Fragment) => sql`extract(epoch from ${until} - t.created_at) / 3600`
const withinSql = (sql: Sql, part: Fragment, until: Fragment) => sql`
  round((percentile_cont(${part}) within group (order by ${hours(sql, until)}))::numeric, 1)::float8`
const answeredAt = (sql: Sql) => sql`t.first_answer_at`
const resolvedAt = (sql: Sql) => sql`t.resolved_at`
const number = (label: ReportColumn['label'], sql: ReportColumn['sql']): ReportColumn => ({
  label,
  kind: 'number',
  sql,
})

const sums = {
  tickets: rowCountColumn(words.tickets),
  answered: number(words.answeredCount, (sql) => sql`count(t.first_answer_at)::int`),
  resolved: number(words.resolvedCount, (sql) => sql`count(t.resolved_at)::int`),
  first_answer_hours: number(words.firstAnswer, (sql) => withinSql(sql, sql`0.5`, answeredAt(sql))),
  first_answer_hours_90: number(words.firstAnswerSlow, (sql) => withinSql(sql, sql`0.9`, answeredAt(sql))),
  resolution_hours: number(words.resolution, (sql) => withinSql(sql, sql`0.5`, resolvedAt(sql))),
  resolution_hours_90: number(words.resolutionSlow, (sql) => withinSql(sql, sql`0.9`, resolvedAt(sql))),
  rating: number(words.rating, (sql) => sql`round(avg(t.rating), 1)::float8`),
}

/** Tickets by category and assignee, with their reporters' waiting time. */
export const supportLoad = defineReport({
  name: 'support-load',
  report_type: 8,
  label: ['Support load', 'Carga de trabajo de soporte'],
  lead: [
    'Tickets by category and assignee, with the time to first response and to resolution. Nights and weekends are included.',
    'Solicitudes por categoría y responsable, con el tiempo hasta la primera respuesta y la resolución. Cuentan las noches y los fines de semana.',
  ],
  needs: ['MANAGE_SUPPORT:READ'],
  columns: {
    category: {
      label: words.category,
      kind: 'status',
      sql: (sql) => sql`t.lk_issue_category_id`,
      choices: lk_issue_category,
    },
    assignee: { label: words.assignee, kind: 'text', sql: (sql) => sql`t.assigned_name`, empty: words.unassigned },
    assignee_id: { label: words.assigneeNumber, kind: 'number', sql: (sql) => sql`t.assigned_to` },
    ...sums,
  },
  from: (sql, inScope) => sql`
    from support.v_ticket t
    join identity.v_organization o on o.organization_id = t.organization_id
    where ${inScope(sql`t.organization_id`)}`,
  filters: {
    ...organizationFilter,
    course_id: (sql, value) => sql`
      exists (select from catalogue.v_course_version v
              where v.course_id = t.course_id and ${isNamed(sql, sql`v.course_id`, sql`v.name`, value)})`,
    role_id: (sql, role) => sql`t.reporter_role_id = ${role}`,
    random_id: (sql, text) => isNumber(sql, sql`t.issue_id`, text),
  },
  randomId: words.ticketNumber,
  at: reportedAt,
  groupBy: (sql) => sql`t.lk_issue_category_id, t.assigned_to, t.assigned_name`,
  order: (sql) => sql`count(*) desc, t.lk_issue_category_id, t.assigned_to, t.assigned_name`,
  totals: sums,
  trend: rowCountColumn(words.tickets),
})
