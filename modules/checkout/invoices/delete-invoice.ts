import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceChanged } from '#modules/checkout/facts.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { invoiceName, requireSettler, selectInvoice } from './invoice.sql.ts'
import { invoiceTexts as words } from './invoices.texts.ts'

export const deleteInvoice = operation({
  call: 'DELETE /invoice',
  summary: 'Voids an invoice without payments. It keeps its number, and its lines can be invoiced again',
  may: staff('MANAGE_INVOICE_PAYMENTS:DELETE'),
  takes: z.object({ invoice_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound, checkoutErrors.parentSettlesInvoices, checkoutErrors.invoicePaid],
  async run(ctx, { invoice_id }) {
    const message = localText(ctx.locale, words, 'deleted')
    const invoice = await selectInvoice(ctx, invoice_id, { lock: true })
    await requireSettler(ctx, invoice.organization_id)
    if (invoice.lk_invoice_status_id === invoiceStatus.Void) return { message }
    if (invoice.paid_cents > 0) throw checkoutErrors.invoicePaid({ number: invoiceName(invoice) })
    await ctx.sql`
      update checkout.invoice
      set lk_invoice_status_id = ${invoiceStatus.Void}, voided_by = ${userOf(ctx).user_id}, voided_at = platform.now(),
          updated_at = platform.now()
      where invoice_id = ${invoice_id}`
    await ctx.sql`update checkout.invoice_line set void_ind = true where invoice_id = ${invoice_id}`
    const { lk_invoice_status_id, total_cents } = invoice
    await ctx.audit({
      action: 'invoice.delete',
      subject: `invoice_id:${invoice_id}`,
      before: { invoice_number: invoiceName(invoice), lk_invoice_status_id, total_cents },
    })
    await ctx.emit(invoiceChanged, { invoice_id, change: 'voided' })
    return { message }
  },
})
