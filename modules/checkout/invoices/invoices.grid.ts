import { invoiceStatus, lk_invoice_status } from '#modules/checkout/lookups.shared.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { tonesOf } from '#platform/ui/status-tones.ts'
import { invoiceLanguages } from './invoice-language.shared.ts'
import { deletePath } from './invoice-paths.shared.ts'
import { invoiceTexts as words } from './invoices.texts.ts'

/** GET /invoice/fetch and /invoice/export: invoices of the caller's organizations, newest first. */
export const invoices = defineGrid({
  calls: { fetch: 'GET /invoice/fetch', export: 'GET /invoice/export' },
  cursor: 'afterId',
  rows: 'invoice',
  file: 'invoiceData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_INVOICE_PAYMENTS:READ'),
  clients: 'listInvoices',
  from: (sql, inScope) => sql`
    from checkout.invoice i
    join identity.v_organization o on o.organization_id = i.organization_id
    where ${inScope(sql`i.organization_id`)}`,
  order: ['-created_at'],
  key: 'invoice_id',
  columns: {
    invoice_number: {
      label: words.number,
      kind: 'text',
      sql: (sql) => sql`(o.code || '-' || lpad(i.number::text, 6, '0'))`,
      search: true,
    },
    organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name`, search: true },
    code: { label: words.code, kind: 'text', sql: (sql) => sql`o.code` },
    period_start: { label: words.from, kind: 'date', sql: (sql) => sql`i.period_start` },
    period_end: { label: words.to, kind: 'date', sql: (sql) => sql`i.period_end` },
    total: { label: words.total, kind: 'money', sql: (sql) => sql`i.total_cents` },
    paidAmount: { label: words.paidAmount, kind: 'money', sql: (sql) => sql`i.paid_cents` },
    lk_invoice_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`i.lk_invoice_status_id`,
      choices: lk_invoice_status,
      tones: tonesOf(lk_invoice_status, 'invoice'),
    },
    due_at: { label: words.dueAt, kind: 'instant', sql: (sql) => sql`i.due_at` },
    created_at: { label: words.createdAt, kind: 'instant', sql: (sql) => sql`i.created_at` },
    lk_invoice_language_id: {
      label: words.language,
      kind: 'status',
      sql: (sql) => sql`i.lk_invoice_language_id`,
      choices: invoiceLanguages,
      tones: { 1: 'gray', 2: 'gray' },
    },
    updated_at: { label: words.updatedAt, kind: 'instant', sql: (sql) => sql`i.updated_at`, shown: 'hidden' },
    invoice_id: { label: words.id, kind: 'number', sql: (sql) => sql`i.invoice_id`, shown: 'hidden' },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`i.organization_id`,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.view,
      may: 'MANAGE_INVOICE_PAYMENTS:READ',
      opens: rowPath('/manage/invoices/details', { query: { invoice_id: '{key}' } }),
    },
    {
      label: words.delete,
      may: 'MANAGE_INVOICE_PAYMENTS:DELETE',
      when: { lk_invoice_status_id: [invoiceStatus.Open, invoiceStatus.Paid, invoiceStatus.Overdue], paidAmount: [0] },
      why: words.deleteOver,
      // Opens the dialog that confirms the deletion.
      opens: deletePath,
    },
  ],
})
