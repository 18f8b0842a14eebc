import { defineReport, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import { lk_shipping_type, shippingType } from '#modules/catalogue/lookups.shared.ts'
import { literals } from '#platform/db/literal.ts'
import type { Sql } from '#platform/db/sql.ts'
import { enrollmentFilters, enrollmentJoins, personColumns, placeColumns, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const mailed = [shippingType.Mail, shippingType.MailOvernight]

/** A reissued certificate counts once, on the day it was first issued. */
const reportedAt = (sql: Sql) => sql`first.issued_at`
const valid: ReportColumn = {
  label: words.certificates,
  kind: 'number',
  sql: (sql) => sql`count(*) filter (where c.deleted_at is null)::int`,
}
const delivery = (sql: Sql) => sql`
  (case when c.deleted_at is not null then 4 when c.shipped_at is not null then 2
        when sc.lk_shipping_type_id in (${literals(sql, mailed)}) then 1 else 3 end)`
const days = (sql: Sql) => sql`extract(epoch from c.shipped_at - c.issued_at) / 86400`

/** The latest version of each certificate, and its delivery. */
export const certificateReport = defineReport({
  name: 'certificates',
  report_type: 5,
  label: ['Certificates and shipping', 'Certificados y envíos'],
  lead: [
    'Certificates by the day they were first issued, with their delivery. A reissued certificate appears once. Withdrawn ones are listed, but not counted.',
    'Certificados por el día en que se emitieron por primera vez, con su entrega. Un certificado que se volvió a emitir aparece una sola vez. Los anulados aparecen en la lista, pero no se cuentan.',
  ],
  needs: ['MANAGE_CERTIFICATES:READ'],
  columns: {
    certificate_number: { label: words.certificate, kind: 'text', sql: (sql) => sql`c.certificate_number` },
    ...personColumns,
    ...placeColumns,
    shipping_type: {
      label: words.shippingType,
      kind: 'status',
      sql: (sql) => sql`sc.lk_shipping_type_id`,
      choices: lk_shipping_type,
    },
    first_issued_at: { label: words.firstIssued, kind: 'instant', sql: reportedAt },
    issued_at: { label: words.issued, kind: 'instant', sql: (sql) => sql`c.issued_at` },
    shipped_at: { label: words.shipped, kind: 'instant', sql: (sql) => sql`c.shipped_at` },
    days_to_ship: { label: words.daysToShip, kind: 'number', sql: (sql) => sql`round(${days(sql)}, 1)::float8` },
    tracking_number: { label: words.tracking, kind: 'text', sql: (sql) => sql`i.tracking_number` },
    withdrawn_at: { label: words.withdrawn, kind: 'instant', sql: (sql) => sql`c.deleted_at` },
  },
  from: (sql, inScope) => sql`
    from learning.v_student_certificate c
    join learning.v_student_certificate first on first.student_course_id = c.student_course_id and first.version = 1
    join learning.v_student_course sc on sc.student_course_id = c.student_course_id
    left join checkout.v_order_item i on i.order_item_id = sc.order_item_id
    ${enrollmentJoins(sql, sql`c.organization_id`)}
    where ${inScope(sql`first.organization_id`)}
      and not exists (select from learning.v_student_certificate n
                      where n.student_course_id = c.student_course_id and n.version > c.version)`,
  filters: {
    ...enrollmentFilters,
    random_id: (sql, text) => sql`lower(c.certificate_number) = lower(${text})`,
  },
  randomId: words.certificate,
  at: reportedAt,
  order: (sql) => sql`first.issued_at desc, c.student_certificate_id desc`,
  totals: { certificates: valid },
  breakdown: {
    by: {
      label: words.shippingState,
      kind: 'status',
      sql: delivery,
      choices: { 1: words.toShip, 2: words.isShipped, 3: words.electronic, 4: words.isWithdrawn },
    },
    sums: {
      certificates: rowCountColumn(words.certificates),
      days_to_ship: {
        label: words.daysToShip,
        kind: 'number',
        sql: (sql) => sql`round(avg(${days(sql)}), 1)::float8`,
      },
    },
  },
  trend: valid,
})
