import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { csvResponse, sheet, sheetResponse } from '#platform/grid/sheet-response.ts'
import { toDollars } from '#platform/money.ts'
import { binary, operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { legalDay } from '#platform/zone.ts'
import { type Invoice, invoiceName, selectInvoice } from './invoice.sql.ts'
import { type InvoiceLine, listInvoiceLines } from './invoice-details.sql.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { type InvoiceTranslator, invoiceTranslator } from './invoice-words.ts'

const takes = z.object({ invoice_id: id() })
const may = staff('MANAGE_INVOICE_PAYMENTS:READ')

/** The columns of the file for programs: fixed names, plain values. */
const columns = [
  ...(['order_id', 'external_id', 'student_course_id', 'external_person_id', 'external_enrollment_id'] as const),
  ...(['happened_at', 'kind', 'name', 'price', 'discount', 'refund', 'admin_fee', 'part'] as const),
]

/** The lines of an invoice: a spreadsheet for people, or a CSV file for programs. */
export const exportInvoice = operation({
  call: 'GET /invoice/{invoice_id}/lines',
  clients: 'downloadInvoiceLines',
  added: true,
  summary: 'The lines of an invoice as a spreadsheet or a CSV file',
  may,
  takes: takes.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  gives: sheet,
  fails: [errors.notFound],
  audit: 'invoice.lines',
  rate: 'export',
  async run(ctx, { invoice_id, format }) {
    const invoice = await selectInvoice(ctx, invoice_id)
    const file = `${invoiceName(invoice)}.xlsx`
    if (format === 'csv') return csvResponse(file, columns, [await buildPlainRows(ctx, invoice)])
    const translator = invoiceTranslator(invoice.lk_invoice_language_id, ctx.locale)
    const rows = await buildRows(ctx, invoice, translator)
    return sheetResponse(ctx, file, headings(translator), [rows])
  },
})

const headings = ({ translate }: InvoiceTranslator) =>
  (['date', 'order', 'kind', 'course', 'price', 'discount', 'refunded', 'adminFee', 'part'] as const).map((word) =>
    translate(word),
  )

async function buildRows(ctx: Ctx, { invoice_id, time_zone }: Invoice, translator: InvoiceTranslator) {
  const lines = await listInvoiceLines(ctx, invoice_id)
  return lines.map((line) => [
    translator.day(legalDay(line.happened_at, time_zone)),
    String(line.order_id),
    kindText(line, translator),
    line.name,
    ...amountsOf(line),
  ])
}

const amountsOf = (line: InvoiceLine): string[] =>
  [line.price_cents, line.discount_cents, line.refund_cents, line.admin_fee_cents, line.part_cents].map((cents) =>
    toDollars(cents).toFixed(2),
  )

async function buildPlainRows(ctx: Ctx, { invoice_id }: Invoice) {
  const lines = await listInvoiceLines(ctx, invoice_id)
  return lines.map((line) => {
    const { order_id, external_id, student_course_id, external_person_id, external_enrollment_id } = line
    const ids = [order_id, external_id, student_course_id, external_person_id, external_enrollment_id]
    return [...ids, line.happened_at.toISOString(), line.kind, line.name, ...amountsOf(line)]
  })
}

/** The translated kind of a line: a sale, a refund, or an amount billed to the organization. */
const kindText = (
  { kind, billed_ind }: Pick<InvoiceLine, 'kind' | 'billed_ind'>,
  { translate }: InvoiceTranslator,
): string => translate(kind === 'sale' && billed_ind ? 'billed' : kind)

/** An invoice as a PDF. */
export const downloadInvoice = operation({
  call: 'GET /invoice/{invoice_id}/pdf',
  clients: 'downloadInvoice',
  added: true,
  summary: "An invoice as a PDF: in French if the invoice is French, otherwise in the caller's language",
  may,
  takes,
  gives: binary('application/pdf'),
  fails: [errors.notFound],
  audit: 'invoice.pdf',
  rate: 'export',
  async run(ctx, { invoice_id }) {
    const invoice = await selectInvoice(ctx, invoice_id)
    const body = await invoicePdf(ctx, invoice)
    return { body, name: `${invoiceName(invoice)}.pdf`, type: 'application/pdf' }
  },
})
