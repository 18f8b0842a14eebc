import { defineReport, isNamed, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import { lk_authorization_key_status } from '#modules/checkout/lookups.shared.ts'
import type { Sql } from '#platform/db/sql.ts'
import { organizationFilter, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const reportedAt = (sql: Sql) => sql`k.created_at`
const status = {
  label: words.status,
  kind: 'status',
  sql: (sql) => sql`k.lk_authorization_key_status_id`,
  choices: lk_authorization_key_status,
} as const satisfies ReportColumn

/** Created keys and their redemption; a code is never shown in full. */
export const keyReport = defineReport({
  name: 'authorization-keys',
  report_type: 7,
  label: ['Authorization keys', 'Claves de autorización'],
  lead: [
    'Keys by the day they were created, and who redeemed them. Only the last four characters are shown.',
    'Claves por día de creación, y quién las canjeó. Solo se muestran los últimos cuatro caracteres.',
  ],
  needs: ['MANAGE_AUTHORIZATION_KEYS:READ'],
  columns: {
    code: { label: words.key, kind: 'text', sql: (sql) => sql`'****-****-****-' || k.last_group` },
    status,
    organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name` },
    course_name: { label: words.course, kind: 'text', sql: (sql) => sql`k.course_name` },
    created_at: { label: words.created, kind: 'instant', sql: reportedAt },
    redeemed_at: { label: words.redeemed, kind: 'instant', sql: (sql) => sql`k.redeemed_at` },
    redeemed_by: {
      label: words.redeemedBy,
      kind: 'text',
      sql: (sql) => sql`trim(p.first_name || ' ' || p.last_name)`,
    },
    revoked_at: { label: words.revoked, kind: 'instant', sql: (sql) => sql`k.revoked_at` },
  },
  from: (sql, inScope) => sql`
    from checkout.v_authorization_key k
    join identity.v_organization o on o.organization_id = k.organization_id
    left join identity.v_person p on p.user_id = k.redeemed_by
    left join catalogue.v_sold_course_website w on w.course_website_id = k.course_website_id
    where ${inScope(sql`k.organization_id`)}`,
  filters: {
    ...organizationFilter,
    course_id: (sql, value) => isNamed(sql, sql`k.course_id`, sql`k.course_name`, value),
    website_id: (sql, value) => isNamed(sql, sql`w.website_id`, sql`w.website_name`, value),
    random_id: (sql, text) => sql`upper(k.last_group) = upper(${text})`,
  },
  randomId: words.keyEnd,
  at: reportedAt,
  order: (sql) => sql`k.created_at desc, k.authorization_key_id desc`,
  totals: {
    keys: rowCountColumn(words.keys),
    redeemed: {
      label: words.redeemedCount,
      kind: 'number',
      sql: (sql) => sql`count(*) filter (where k.redeemed_at is not null)::int`,
    },
  },
  breakdown: { by: status, sums: { keys: rowCountColumn(words.keys) } },
})
