import { errors } from '../../../platform/errors.ts'
import { binary, operation } from '../../../platform/operation.ts'
import { fetchTransaction } from './fetch-transaction.ts'
import { findReceiptEmail } from './receipt-email.ts'
import { receiptPdf } from './receipt-pdf.ts'

export const downloadReceipt = operation({
  call: 'GET /order/receipt/{id}',
  summary: "The receipt for the caller's own payment as a PDF. Staff can download receipts of their organizations",
  added: true,
  may: fetchTransaction.may,
  takes: fetchTransaction.takes,
  gives: binary('application/pdf'),
  async run(ctx, { id }) {
    const { transaction } = await fetchTransaction.run(ctx, { id })
    const email = await findReceiptEmail(ctx, transaction.order_id)
    if (!email) throw errors.notFound()
    const body = await receiptPdf(transaction, email.organization_name, ctx.locale, email.time_zone)
    return { body, type: 'application/pdf', name: `Receipt ${transaction.order_id}.pdf` }
  },
})
