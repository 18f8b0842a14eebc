import { defineReport, isNamed, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import type { Sql } from '#platform/db/sql.ts'
import { isNumber, organizationFilter, paidBy, personColumns, rowCountColumn } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const reportedAt = (sql: Sql) => sql`u.at`
const discount = (label: ReportColumn['label'], sql: ReportColumn['sql']): ReportColumn => ({
  label,
  kind: 'money',
  sql,
})
const code = { label: words.promoCode, kind: 'text', sql: (sql) => sql`u.code` } as const satisfies ReportColumn
const sums = {
  uses: rowCountColumn(words.uses),
  discounts: discount(words.discounts, (sql) => sql`coalesce(sum(lines.discount), 0)::bigint`),
  sales: discount(words.orderSales, (sql) => sql`coalesce(sum(lines.total), 0)::bigint`),
}

/** Paid orders that used a promo code. */
export const promoUse = defineReport({
  name: 'promo-use',
  report_type: 6,
  label: ['Promo code use', 'Uso de códigos promocionales'],
  lead: [
    'Paid orders with a promo code: who used it, the discount and the sales it brought in, before refunds and without taxes. An order that was refunded in full gives its code back and is not listed.',
    'Pedidos pagados con un código promocional: quién lo usó, el descuento y las ventas que generó, antes de reembolsos y sin impuestos. Un pedido reembolsado por completo devuelve su código y no aparece.',
  ],
  needs: ['MANAGE_SETTINGS:READ', 'MANAGE_PAYMENTS:READ'],
  columns: {
    code,
    used_at: { label: words.used, kind: 'instant', precise: true, sql: reportedAt },
    order_id: { label: words.order, kind: 'number', sql: (sql) => sql`u.order_id` },
    ...personColumns,
    organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name` },
    courses: { label: words.course, kind: 'text', sql: (sql) => sql`lines.names` },
    discount: discount(words.discount, (sql) => sql`lines.discount`),
    sales: discount(words.orderSales, (sql) => sql`lines.total`),
  },
  from: (sql, inScope) => sql`
    from checkout.v_promo_use u
    join identity.v_organization o on o.organization_id = u.organization_id
    left join identity.v_person p on p.user_id = u.user_id
    cross join lateral (
      select sum(i.discount_cents)::bigint as discount,
             sum(i.price_cents + i.shipping_cents - i.discount_cents)::bigint as total,
             string_agg(i.name, ', ' order by i.order_item_id) as names
      from checkout.v_sale_line i where i.order_id = u.order_id) lines
    where ${inScope(sql`u.organization_id`)} and lines.total is not null`,
  filters: {
    ...organizationFilter,
    course_id: (sql, value) => sql`
      exists (select from checkout.v_order_item i
              left join catalogue.v_place_of_sale w on w.course_website_id = i.course_website_id
              where i.order_id = u.order_id
                and ${isNamed(sql, sql`w.course_id`, sql`i.name`, value)})`,
    promo_code: (sql, text) => sql`lower(u.code) = lower(${text})`,
    payment_type: (sql, type) => paidBy(sql, sql`u.order_id`, type),
    random_id: (sql, text) => isNumber(sql, sql`u.order_id`, text),
  },
  randomId: words.orderNumber,
  at: reportedAt,
  order: (sql) => sql`u.at desc, u.promo_use_id desc`,
  totals: sums,
  breakdown: { by: code, sums },
  trend: rowCountColumn(words.uses),
})
