import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceChanged } from '#modules/checkout/facts.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { invoiceName } from './invoice.sql.ts'
import { totalInvoice } from './invoice-rule.shared.ts'
import { type DueLine, listDueLines, type Period } from './sold-lines.sql.ts'

/** The number of days after its creation at which an invoice is due. */
const paymentDays = 30
/** The maximum number of lines on an invoice. */
const maxLines = 5_000

/** The subject of an invoice: one course on a website, or all courses of the website if `course_website_id` is null. */
export type InvoicedPlace = {
  organization_id: number
  code: string
  time_zone: string
  website_id: number
  course_website_id: number | null
  course_website_ids: number[]
}

type NewInvoice = {
  place: InvoicedPlace
  period: Period
  lk_invoice_language_id: number
  /** Null for invoices in a sandbox, which clients create. */
  created_by: number | null
}

/**
 * Creates an invoice for the sales and refunds in a period that are not on another one. Throws nothingToInvoice and
 * invoiceTooLong.
 */
export async function createInvoice(
  ctx: Ctx,
  invoice: NewInvoice,
): Promise<{ invoice_id: number; invoice_number: string }> {
  const { place, period } = invoice
  // Serializes invoices of the organization, so that no line is on two of them.
  const number = await takeNumber(ctx, place.organization_id)
  const lines = await listDueLines(ctx, place, period)
  if (lines.length === 0) throw checkoutErrors.nothingToInvoice()
  if (lines.length > maxLines) throw checkoutErrors.invoiceTooLong({ most: maxLines })
  const invoice_id = await insertInvoice(ctx, { ...invoice, number, lines })
  const invoice_number = invoiceName({ code: place.code, number })
  const { organization_id } = place
  await ctx.audit({
    action: 'invoice.generate',
    subject: `invoice_id:${invoice_id}`,
    after: { invoice_number, organization_id, ...period, lines: lines.length, ...totalInvoice(lines) },
  })
  await ctx.emit(invoiceChanged, { invoice_id, change: 'created' })
  return { invoice_id, invoice_number }
}

/** Takes the organization's next number, which is rolled back if no invoice is created. */
async function takeNumber({ sql }: Ctx, organization_id: number): Promise<number> {
  const [counter] = await sql<{ last_number: number }>`
    insert into checkout.invoice_counter as c (organization_id, last_number) values (${organization_id}, 1)
    on conflict (organization_id) do update set last_number = c.last_number + 1
    returning last_number`
  return counter!.last_number
}

type Draft = NewInvoice & { number: number; lines: readonly DueLine[] }

async function insertInvoice(ctx: Ctx, { place, period, number, lines, ...draft }: Draft): Promise<number> {
  const { organization_id, website_id, course_website_id } = place
  const { total_cents } = totalInvoice(lines)
  const [invoice] = await ctx.sql<{ invoice_id: number }>`
    insert into checkout.invoice ${ctx.sql({
      organization_id,
      number,
      website_id,
      course_website_id,
      ...draft,
      total_cents,
      period_start: period.start,
      period_end: period.end,
      due_at: new Date(ctx.now.getTime() + paymentDays * 86_400_000),
      // An invoice without a balance needs no payment.
      lk_invoice_status_id: total_cents === 0 ? invoiceStatus.Paid : invoiceStatus.Open,
    })} returning invoice_id`
  const { invoice_id } = invoice!
  const rows = lines.map((line) => ({ ...line, invoice_id, organization_id }))
  // Inserted in chunks, because a statement can have about 65,000 parameters.
  for (let start = 0; start < rows.length; start += 1_000)
    await ctx.sql`insert into checkout.invoice_line ${ctx.sql(rows.slice(start, start + 1_000))}`
  return invoice_id
}
