import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
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
    const { organization_name, time_zone, brand_color } = email
    const body = await receiptPdf(transaction, organization_name, ctx.locale, time_zone, brand_color)
    return { body, type: 'application/pdf', name: `Receipt ${transaction.order_id}.pdf` }
  },
})
