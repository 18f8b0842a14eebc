import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceChanged } from '#modules/checkout/facts.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { formatMoney, toCents, toDollars, withPoint } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { day, id, optionalText, wording, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { type Invoice, invoiceName, openCents, requireSettler, selectInvoice } from './invoice.sql.ts'
import { invoiceTexts as words } from './invoices.texts.ts'

/** Positive dollars, as a number or a string with up to two decimals; transformed to cents. */
const amount = z
  .union([z.string().max(14), z.number()], { error: wording(words.amountWrong) })
  .transform((value) => withPoint(String(value)))
  .refine((value) => /^\d{1,9}(\.\d{1,2})?$/.test(value) && Number(value) > 0, { error: wording(words.amountWrong) })
  .transform((value) => toCents(value))

export const recordInvoicePayment = operation({
  call: 'PUT /invoice/payment',
  added: true,
  summary: 'Records a full or partial payment on an invoice, in either direction',
  may: staff('MANAGE_INVOICE_PAYMENTS:UPDATE'),
  takes: z.object({
    invoice_id: id(),
    amount,
    /** The day of the check or the transfer, YYYY-MM-DD; not in the future. */
    paid_on: day(words.paidOnWrong),
    reference: optionalText(100),
    /** Makes the request idempotent. */
    request_id: z.uuid(),
  }),
  gives: z.object({ lk_invoice_status_id: z.int(), paidAmount: z.number() }),
  fails: [
    errors.notFound,
    errors.conflict,
    checkoutErrors.parentSettlesInvoices,
    checkoutErrors.invoiceClosed,
    checkoutErrors.invoiceOverpaid,
  ],
  async run(ctx, { invoice_id, amount: amount_cents, paid_on, reference, request_id }) {
    const invoice = await selectInvoice(ctx, invoice_id, { lock: true })
    await requireSettler(ctx, invoice.organization_id)
    requireNotFuture(ctx, paid_on)
    const message = localText(ctx.locale, words, 'paymentNoted')
    const recorded_cents = await findRecordedAmount(ctx, invoice_id, request_id)
    if (recorded_cents !== null) {
      if (recorded_cents !== amount_cents) throw errors.conflict()
      return { ...paymentState(invoice), message }
    }
    requireWithinBalance(ctx, invoice, amount_cents)
    const { organization_id } = invoice
    const created_by = userOf(ctx).user_id
    await ctx.sql`
      insert into checkout.invoice_payment ${ctx.sql({
        invoice_id,
        organization_id,
        amount_cents,
        paid_on,
        reference,
        request_id,
        created_by,
      })}`
    const updatedInvoice = await addPaid(ctx, invoice, amount_cents)
    await ctx.audit({
      action: 'invoice.pay',
      subject: `invoice_id:${invoice_id}`,
      before: { paid_cents: invoice.paid_cents },
      after: {
        invoice_number: invoiceName(invoice),
        amount_cents,
        paid_on,
        reference,
        paid_cents: updatedInvoice.paid_cents,
      },
    })
    await ctx.emit(invoiceChanged, { invoice_id, change: 'paid' })
    return { ...paymentState(updatedInvoice), message }
  },
})

const paymentState = ({ lk_invoice_status_id, paid_cents }: Invoice) => ({
  lk_invoice_status_id,
  paidAmount: toDollars(paid_cents),
})

function requireNotFuture(ctx: Ctx, paid_on: string): void {
  const { locale } = ctx
  if (paid_on > todayOf(ctx))
    throw errors.invalid({}, {}, [{ path: 'paid_on', message: localize(locale, words.paidOnFuture) }])
}

/** The cents recorded by an earlier request with this id, or null. */
async function findRecordedAmount({ sql }: Ctx, invoice_id: number, request_id: string): Promise<number | null> {
  const [payment] = await sql<{ amount_cents: number }>`
    select amount_cents from checkout.invoice_payment where invoice_id = ${invoice_id} and request_id = ${request_id}`
  return payment?.amount_cents ?? null
}

function requireWithinBalance({ locale }: Ctx, invoice: Invoice, amount_cents: number): void {
  const open_cents = openCents(invoice)
  if (open_cents === 0) throw checkoutErrors.invoiceClosed({ number: invoiceName(invoice) })
  if (amount_cents > open_cents) throw checkoutErrors.invoiceOverpaid({ open: formatMoney(open_cents, locale) })
}

async function addPaid({ sql }: Ctx, invoice: Invoice, amount_cents: number): Promise<Invoice> {
  const paid_cents = invoice.paid_cents + amount_cents
  const isFullyPaid = paid_cents === Math.abs(invoice.total_cents)
  const lk_invoice_status_id = isFullyPaid ? invoiceStatus.Paid : invoice.lk_invoice_status_id
  await sql`
    update checkout.invoice set ${sql({ paid_cents, lk_invoice_status_id })}, updated_at = platform.now()
    where invoice_id = ${invoice.invoice_id}`
  return { ...invoice, paid_cents, lk_invoice_status_id }
}
