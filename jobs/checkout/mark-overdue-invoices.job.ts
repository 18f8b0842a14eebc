import { markOverdueInvoices } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Invoices that were due and are not paid. */
export const markOverdueInvoicesJob = job({
  name: 'checkout.mark-overdue-invoices',
  every: '20 * * * *',
  run: (ctx) => markOverdueInvoices(ctx),
})
