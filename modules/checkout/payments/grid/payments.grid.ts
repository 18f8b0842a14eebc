import { findPayments } from '#modules/checkout/find-rows.sql.ts'
import { lk_payment_status, lk_payment_type, paymentStatus } from '#modules/checkout/lookups.shared.ts'
import { userRole } from '#modules/identity/lookups.shared.ts'
import type { Actor } from '#platform/actor.ts'
import { literal, literals } from '#platform/db/literal.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { tonesOf } from '#platform/ui/status-tones.ts'
import {
  chargedBackSql,
  fromPayments,
  netPaidSql,
  orderItemsSql,
  orderTypeName,
  orderTypeSql,
  paymentTypeSql,
} from './payments.sql.ts'
import { paymentWords as words } from './payments.texts.ts'

const orderItems = z.array(z.object({ order_item_id: z.int(), lk_entity_type_id: z.int(), lk_entity_type: z.string() }))
// Admins see all sales of the organization, but not their courses.
const isNotAdmin = (actor: Actor) => actor.kind !== 'user' || actor.role !== 'Admin'

/** The statuses of payments with nothing left to refund. */
const closedStatuses = [paymentStatus.Refunded, paymentStatus.Voided, paymentStatus.ChargedBack]

/** GET /payment/fetch and /payment/export: payments of the caller's organizations, newest first. */
export const payments = defineGrid({
  calls: { fetch: 'GET /payment/fetch', export: 'GET /payment/export' },
  added: ['export'],
  rows: 'data',
  file: 'PaymentData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_PAYMENTS:READ'),
  clients: 'listPayments',
  from: fromPayments,
  findKeys: findPayments,
  order: ['-created_at'],
  key: 'payment_id',
  columns: {
    name: {
      label: words.name,
      kind: 'text',
      sql: (sql) => sql`trim(o.first_name || ' ' || o.last_name)`,
      needs: 'order',
      search: true,
    },
    lk_payment_status_id: {
      label: words.payment_status,
      kind: 'status',
      sql: (sql) => sql`p.lk_payment_status_id`,
      choices: lk_payment_status,
      tones: tonesOf(lk_payment_status, 'payment'),
    },
    transaction_id: { label: words.transaction_id, kind: 'text', sql: (sql) => sql`p.transaction_id`, search: true },
    created_at: { label: words.created_at, kind: 'instant', sql: (sql) => sql`p.created_at` },
    organization_code: {
      label: words.organization_code,
      kind: 'text',
      needs: 'organization',
      sql: (sql) => sql`organization.code`,
    },
    order_type: { label: words.order_type, kind: 'text', sql: orderTypeSql, words: orderTypeName },
    course_name: {
      label: words.course_name,
      kind: 'text',
      nullable: true,
      needs: 'items',
      sql: (sql) => sql`items.course_name`,
      shownTo: isNotAdmin,
    },
    total: { label: words.total, kind: 'money', sql: (sql) => sql`p.total_cents` },
    discount: { label: words.discount, kind: 'money', needs: 'order', sql: (sql) => sql`o.discount_cents` },
    shipping_price: { label: words.shipping_price, kind: 'money', needs: 'order', sql: (sql) => sql`o.shipping_cents` },
    tax: { label: words.tax, kind: 'money', needs: 'order', sql: (sql) => sql`o.tax_cents` },
    refund_amount: { label: words.refund_amount, kind: 'money', sql: (sql) => sql`p.refund_cents` },
    charged_back: {
      label: words.charged_back,
      kind: 'money',
      sql: chargedBackSql,
      shown: 'hidden',
      sort: false,
      filter: false,
    },
    amount_paid: {
      label: words.amount_paid,
      kind: 'money',
      sql: netPaidSql,
      shown: 'hidden',
      sort: false,
      filter: false,
    },
    lk_payment_type_id: {
      label: words.payment_type,
      kind: 'status',
      sql: paymentTypeSql,
      choices: lk_payment_type,
      tones: { 1: 'gray', 2: 'gray', 3: 'gray', 4: 'gray' },
      shown: 'hidden',
    },
    email: {
      label: words.email,
      kind: 'text',
      needs: 'order',
      sql: (sql) => sql`o.email`,
      search: true,
      shown: 'hidden',
    },
    payment_id: { label: words.payment_id, kind: 'number', sql: (sql) => sql`p.payment_id`, shown: 'hidden' },
    order_id: { label: words.order_id, kind: 'number', sql: (sql) => sql`p.order_id`, shown: 'hidden' },
    external_id: {
      label: words.external_id,
      kind: 'text',
      nullable: true,
      needs: 'external',
      sql: (sql) => sql`external.external_id`,
      shown: 'hidden',
    },
    order_items: { label: words.order_type, kind: 'json', sql: orderItemsSql, shape: orderItems },
    course_version_id: {
      label: words.course_name,
      kind: 'number',
      nullable: true,
      needs: 'items',
      sql: (sql) => sql`items.course_version_id`,
      shown: 'never',
    },
    lk_user_role_id: {
      label: words.name,
      kind: 'number',
      nullable: true,
      needs: 'person',
      sql: (sql) => sql`person.lk_user_role_id`,
      shown: 'never',
    },
    refundable: {
      label: words.refundable,
      kind: 'flag',
      sql: (sql) => sql`(p.total_cents > 0 and p.lk_payment_status_id not in (${literals(sql, closedStatuses)}))`,
      shown: 'never',
      sort: false,
      filter: false,
    },
    chargeable: {
      label: words.chargeable,
      kind: 'flag',
      sql: (sql) => sql`(p.total_cents > 0 and p.lk_payment_status_id <> ${literal(sql, paymentStatus.Voided)})`,
      shown: 'never',
      sort: false,
      filter: false,
    },
    invoiced: {
      label: words.invoiced,
      kind: 'flag',
      sql: (sql) => sql`
        (p.total_cents = 0 and p.lk_payment_status_id = ${literal(sql, paymentStatus.Paid)}
         and exists (select from checkout.order_item i where i.order_id = p.order_id)
         and not exists (select from checkout.order_item i where i.order_id = p.order_id and not i.invoice_ind))`,
      shown: 'never',
      sort: false,
      filter: false,
    },
    user_id: { label: words.name, kind: 'number', sql: (sql) => sql`p.user_id`, shown: 'never' },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`p.organization_id`,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.receipt,
      may: 'MANAGE_PAYMENTS:READ',
      opens: rowPath('/manage/payments/:payment_id/receipt', { payment_id: '{key}' }),
    },
    {
      label: words.agreement,
      may: 'MANAGE_PAYMENTS:READ',
      opens: rowPath('/manage/payments/:payment_id/agreement', { payment_id: '{key}' }),
    },
    {
      label: words.refund,
      may: 'MANAGE_PAYMENTS:UPDATE',
      when: { refundable: [true] },
      why: words.notRefundable,
      opens: rowPath('/manage/payments/:payment_id/refund', { payment_id: '{key}' }),
    },
    {
      label: words.void,
      may: 'MANAGE_PAYMENTS:UPDATE',
      when: { refundable: [true] },
      why: words.notRefundable,
      opens: rowPath('/manage/payments/:payment_id/void', { payment_id: '{key}' }),
    },
    {
      label: words.chargeback,
      may: 'MANAGE_PAYMENTS:UPDATE',
      when: { chargeable: [true] },
      opens: rowPath('/manage/payments/:payment_id/chargeback', { payment_id: '{key}' }),
    },
    {
      label: words.editProfile,
      may: 'MANAGE_STUDENTS:UPDATE',
      when: { lk_user_role_id: [userRole.Student] },
      opens: rowPath('/manage/payments/:payment_id/payer', { payment_id: '{key}' }),
    },
    {
      label: words.undoInvoiced,
      may: 'MANAGE_INVOICE_PAYMENTS:CREATE',
      when: { invoiced: [true] },
      opens: rowPath('/manage/payments/:id/undo', { id: '{key}' }),
    },
  ],
})
