import { defineReport, isNamed, type ReportColumn } from '#modules/backoffice/reports/report.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { organizationFilter, paidBy, usedCode } from './common.ts'
import { reportColumnTexts as words } from './words.texts.ts'

const reportedAt = (sql: Sql) => sql`i.sold_at`
const soldCents = (sql: Sql) => sql`i.price_cents::bigint`
/** Returned cents with tax, and the tax in them: a fully refunded line returns all of its tax. */
const refundedCents = (sql: Sql) => sql`coalesce(back.cents, 0)`
const tax = (sql: Sql) => sql`coalesce(t.tax_cents, 0)`
const refundedTaxCents = (sql: Sql) => sql`
  coalesce(round(back.cents::numeric * t.tax_cents / nullif(t.price_cents + t.tax_cents, 0)), 0)`
const refundedNetCents = (sql: Sql) => sql`(${refundedCents(sql)} - ${refundedTaxCents(sql)})`
const summed = (sql: Sql, cents: Fragment) => sql`coalesce(sum(${cents}), 0)::bigint`

const sums = {
  orders: { label: words.orders, kind: 'number', sql: (sql) => sql`count(distinct i.order_id)::int` },
  items: { label: words.items, kind: 'number', sql: (sql) => sql`count(*)::int` },
  price: { label: words.price, kind: 'money', sql: (sql) => summed(sql, soldCents(sql)) },
  discounts: { label: words.discounts, kind: 'money', sql: (sql) => summed(sql, sql`i.discount_cents`) },
  shipping: { label: words.shippingPrice, kind: 'money', sql: (sql) => summed(sql, sql`i.shipping_cents`) },
  refunds: { label: words.refunds, kind: 'money', sql: (sql) => summed(sql, refundedNetCents(sql)) },
  net: {
    label: words.net,
    kind: 'money',
    sql: (sql) => summed(sql, sql`${soldCents(sql)} - i.discount_cents + i.shipping_cents - ${refundedNetCents(sql)}`),
  },
  taxes: { label: words.taxes, kind: 'money', sql: (sql) => summed(sql, sql`${tax(sql)} - ${refundedTaxCents(sql)}`) },
  invoiced: {
    label: words.invoiced,
    kind: 'money',
    sql: (sql) =>
      summed(sql, sql`case when i.invoice_ind then ${soldCents(sql)} - i.discount_cents + i.shipping_cents else 0 end`),
  },
} as const satisfies Record<string, ReportColumn>

/** Sales per organization by payment day; a refund counts with its sale. */
export const sales = defineReport({
  name: 'sales',
  report_type: 2,
  label: ['Sales by organization', 'Ventas por organización'],
  lead: [
    "Each organization's paid orders, by day of payment. Refunds and lost chargebacks are counted with the sale they belong to. Voided payments are not sales. Amounts are without taxes; taxes that were not refunded have a column of their own.",
    'Pedidos pagados de cada organización, por día de pago. Los reembolsos y los contracargos perdidos se asignan a la venta a la que corresponden. Los pagos anulados no son ventas. Los importes no incluyen impuestos; los impuestos no reembolsados tienen su propia columna.',
  ],
  needs: ['MANAGE_PAYMENTS:READ'],
  columns: {
    organization_code: { label: words.organizationCode, kind: 'text', sql: (sql) => sql`o.code` },
    organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name` },
    ...sums,
  },
  from: (sql, inScope) => sql`
    from checkout.v_sale_line i
    join identity.v_organization o on o.organization_id = i.organization_id
    left join catalogue.v_place_of_sale w on w.course_website_id = i.course_website_id
    left join (
      select order_item_id, sum(amount_cents) as cents from checkout.v_returned_line
      where ${inScope(sql`organization_id`)} group by 1) back on back.order_item_id = i.order_item_id
    -- For each line its own order alone: shared out for all orders, a day's report would read half a year of them.
    left join lateral (
      select l.price_cents, l.tax_cents from checkout.v_line_tax l
      where l.order_id = i.order_id and l.order_item_id = i.order_item_id
      offset 0) t on true
    where ${inScope(sql`i.organization_id`)}`,
  filters: {
    ...organizationFilter,
    course_id: (sql, value) => isNamed(sql, sql`w.course_id`, sql`i.name`, value),
    website_id: (sql, value) => isNamed(sql, sql`w.website_id`, sql`w.website_name`, value),
    role_id: (sql, role) => sql`
      exists (select from identity.v_person p where p.user_id = i.user_id and p.lk_user_role_id = ${role})`,
    random_id: (sql, text) => sql`i.transaction_id = ${text}`,
    promo_code: (sql, code) => usedCode(sql, sql`i.order_id`, code),
    payment_type: (sql, type) => paidBy(sql, sql`i.order_id`, type),
  },
  randomId: words.transaction,
  at: reportedAt,
  groupBy: (sql) => sql`o.organization_id, o.code, o.name`,
  order: (sql) => sql`${sums.net.sql(sql)} desc, o.name, o.organization_id`,
  totals: sums,
  trend: sums.net,
})
