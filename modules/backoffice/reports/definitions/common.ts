import { isNamed, type Report, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { reportColumnTexts as words } from './words.texts.ts'

type Filters = Report['filters']

/** A number in a text as a condition on a column; anything else finds nothing. */
export const isNumber = (sql: Sql, column: Fragment, text: string): Fragment =>
  /^\d{1,9}$/.test(text) ? sql`${column} = ${Number(text)}` : sql`false`

/** The number of all rows. */
export const rowCountColumn = (label: ReportColumn['label']): ReportColumn => ({
  label,
  kind: 'number',
  sql: (sql) => sql`count(*)::int`,
})

/** The student `p` of a row, who may belong to an organization out of scope. */
export const personColumns = {
  last_name: { label: words.last_name, kind: 'text', sql: (sql) => sql`p.last_name` },
  first_name: { label: words.first_name, kind: 'text', sql: (sql) => sql`p.first_name` },
  email: { label: words.email, kind: 'text', sql: (sql) => sql`p.email` },
} as const satisfies Record<string, ReportColumn>

/** The course of the enrollment `sc`, the website `w` that sold it, and the row's organization `o`. */
export const placeColumns = {
  course_name: { label: words.course, kind: 'text', sql: (sql) => sql`sc.course_name` },
  website_name: { label: words.website, kind: 'text', sql: (sql) => sql`w.website_name` },
  organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name` },
} as const satisfies Record<string, ReportColumn>

const ofOrder = (sql: Sql): Fragment => sql`
  (select i.order_id from checkout.v_order_item i where i.order_item_id = sc.order_item_id)`

export const organizationFilter = {
  organization_id: (sql, value) => isNamed(sql, sql`o.organization_id`, sql`o.name`, value),
} as const satisfies Filters

/** Filters of a row with an enrollment `sc`, its website `w` and its organization `o`. */
export const enrollmentFilters = {
  ...organizationFilter,
  course_id: (sql, value) => isNamed(sql, sql`sc.course_id`, sql`sc.course_name`, value),
  website_id: (sql, value) => isNamed(sql, sql`w.website_id`, sql`w.website_name`, value),
  promo_code: (sql, code) => usedCode(sql, ofOrder(sql), code),
  payment_type: (sql, type) => paidBy(sql, ofOrder(sql), type),
} as const satisfies Filters

/** Orders that used a promo code; codes are compared as people type them. */
export const usedCode = (sql: Sql, order_id: Fragment, code: string): Fragment => sql`
  exists (select from checkout.v_promo_use u where u.order_id = ${order_id} and lower(u.code) = lower(${code}))`

export const paidBy = (sql: Sql, order_id: Fragment, lk_payment_type_id: number): Fragment => sql`
  exists (select from checkout.v_payment paid
          where paid.order_id = ${order_id} and paid.lk_payment_type_id = ${lk_payment_type_id})`

/** Joins of a row with an organization and an enrollment `sc`. */
export const enrollmentJoins = (sql: Sql, organization_id: Fragment): Fragment => sql`
  join identity.v_organization o on o.organization_id = ${organization_id}
  left join identity.v_person p on p.user_id = sc.user_id
  left join catalogue.v_sold_course_website w on w.course_website_id = sc.course_website_id`
