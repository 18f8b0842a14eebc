import { findStorefrontLines } from '#modules/checkout/find-rows.sql.ts'
import { waitingStatuses } from '#modules/checkout/lookups.shared.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { tonesOf } from '#platform/ui/status-tones.ts'
import { lineStatusNames, storefrontTexts as words } from './storefront-orders.texts.ts'

/** GET /storefrontOrder/fetch and /export: the order lines of the caller's organizations' shops, newest first. */
export const storefrontOrders = defineGrid({
  calls: { fetch: 'GET /storefrontOrder/fetch', export: 'GET /storefrontOrder/export' },
  added: ['fetch', 'export'],
  rows: 'storefrontOrders',
  file: 'StorefrontOrders.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_PAYMENTS:READ'),
  from: (sql, inScope, needs) => sql`
    from checkout.storefront_line l
    ${needs.has('order') ? sql`join identity.v_storefront_order s on s.storefront_order_id = l.storefront_order_id` : sql``}
    ${needs.has('item') ? sql`left join checkout.order_item i on i.order_item_id = l.order_item_id` : sql``}
    ${needs.has('organization') ? sql`join identity.v_organization o on o.organization_id = l.organization_id` : sql``}
    where ${inScope(sql`l.organization_id`)}`,
  findKeys: findStorefrontLines,
  order: ['-created_at'],
  key: 'storefront_line_id',
  columns: {
    order_name: { label: words.order, kind: 'text', needs: 'order', sql: (sql) => sql`s.order_name`, search: true },
    customer_name: {
      label: words.customer,
      kind: 'text',
      needs: 'order',
      sql: (sql) => sql`s.customer_name`,
      search: true,
      link: 'student',
    },
    email: { label: words.email, kind: 'text', needs: 'order', sql: (sql) => sql`s.email`, search: true },
    product: { label: words.product, kind: 'text', sql: (sql) => sql`l.title`, search: true },
    sku: { label: words.sku, kind: 'text', sql: (sql) => sql`l.sku` },
    lk_storefront_line_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`l.lk_storefront_line_status_id`,
      choices: lineStatusNames,
      tones: tonesOf(lineStatusNames, 'storefrontLine'),
    },
    course_name: { label: words.course, kind: 'text', nullable: true, needs: 'item', sql: (sql) => sql`i.name` },
    created_at: { label: words.createdAt, kind: 'instant', sql: (sql) => sql`l.created_at` },
    ended_at: {
      label: words.endedAt,
      kind: 'instant',
      nullable: true,
      sql: (sql) => sql`l.ended_at`,
      shown: 'hidden',
    },
    copy: { label: words.copy, kind: 'number', sql: (sql) => sql`l.copy`, shown: 'hidden' },
    name: {
      label: words.organization,
      kind: 'text',
      needs: 'organization',
      sql: (sql) => sql`o.name`,
      shown: 'hidden',
    },
    storefront_line_id: {
      label: words.id,
      kind: 'number',
      sql: (sql) => sql`l.storefront_line_id`,
      shown: 'hidden',
    },
    student: {
      label: words.customer,
      kind: 'text',
      needs: 'order',
      nullable: true,
      sql: (sql) => sqlPath(sql, '/manage/student/:id/account', { id: sql`s.user_id` }),
      shown: 'never',
      sort: false,
      filter: false,
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`l.organization_id`,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.map,
      may: 'MANAGE_PAYMENTS:UPDATE',
      when: { lk_storefront_line_status_id: waitingStatuses },
      opens: rowPath('/manage/storefront-orders/:line_id', { line_id: '{key}' }),
    },
  ],
})
