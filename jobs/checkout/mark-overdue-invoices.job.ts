import { markOverdueInvoices } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Marks unpaid invoices past their due date. */
export const markOverdueInvoicesJob = job({
  name: 'checkout.mark-overdue-invoices',
  every: '20 * * * *',
  inSandbox: true,
  run: (ctx) => markOverdueInvoices(ctx),
})
