import { invoiceStatus, lk_invoice_status } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { holds, type PermissionKey, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { type Invoice, invoiceName, maySettleWith, openCents, selectInvoice } from './invoice.sql.ts'
import {
  type CourseTotals,
  type InvoiceLine,
  listCourseTotals,
  listInvoiceLines,
  listInvoicePayments,
  selectInvoiceSummary,
} from './invoice-details.sql.ts'
import { totalInvoice } from './invoice-rule.shared.ts'

/** The maximum number of lines in the response; the files contain all lines. */
const maxLines = 200

const amounts = { price: z.number(), discount: z.number(), refund: z.number(), admin_fee: z.number(), part: z.number() }
const Course = z.object({
  course_website_id: z.int(),
  name: z.string(),
  billed_ind: z.boolean(),
  sales: z.int(),
  ...amounts,
})
const Line = z.object({
  invoice_line_id: z.int(),
  order_id: z.int(),
  /** The partner's own ids of the order, of its student and of the enrollment. */
  external_id: z.string().nullable(),
  external_person_id: z.string().nullable(),
  external_enrollment_id: z.string().nullable(),
  student_course_id: z.int().nullable(),
  name: z.string(),
  happened_at: z.iso.datetime(),
  kind: z.enum(['sale', 'refund']),
  billed_ind: z.boolean(),
  ...amounts,
})
const Payment = z.object({
  invoice_payment_id: z.int(),
  amount: z.number(),
  paid_on: z.string(),
  reference: z.string(),
})

/** Amounts in dollars, instants in ISO 8601, days as YYYY-MM-DD. */
const InvoiceDetails = z.object({
  invoice_id: z.int(),
  invoice_number: z.string(),
  organization_id: z.int(),
  organization_name: z.string(),
  code: z.string(),
  check_payable_to: z.string(),
  tax_id: z.string(),
  website_name: z.string(),
  course_name: z.string().nullable(),
  period_start: z.string(),
  period_end: z.string(),
  lk_invoice_status_id: z.int(),
  lk_invoice_status: z.string(),
  lk_invoice_language_id: z.int(),
  due_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  /** Positive if owed to the organization, negative if owed by it. */
  total: z.number(),
  earned: z.number(),
  billed: z.number(),
  paidAmount: z.number(),
  open: z.number(),
  courses: z.array(Course),
  lines: z.array(Line),
  lines_count: z.int(),
  payments: z.array(Payment),
  can: z.object({ delete: z.boolean(), pay: z.boolean() }),
})
export type InvoiceDetails = z.output<typeof InvoiceDetails>

export const fetchInvoice = operation({
  call: 'GET /invoice/{invoice_id}',
  clients: 'getInvoice',
  added: true,
  summary: 'An invoice with its totals by course, its first lines and its payments',
  may: staff('MANAGE_INVOICE_PAYMENTS:READ'),
  takes: z.object({ invoice_id: id() }),
  gives: z.object({ invoice: InvoiceDetails }),
  fails: [errors.notFound],
  async run(ctx, { invoice_id }) {
    const invoice = await selectInvoice(ctx, invoice_id)
    const [summary, courses, lines, payments, can] = await Promise.all([
      selectInvoiceSummary(ctx, invoice),
      listCourseTotals(ctx, invoice_id),
      listInvoiceLines(ctx, invoice_id, maxLines),
      listInvoicePayments(ctx, invoice_id),
      permissionsFor(ctx, invoice),
    ])
    const { lines_count } = await countLines(ctx, invoice_id)
    const { earned_cents, billed_cents } = totalInvoice(courses)
    return {
      invoice: {
        ...summaryOf(ctx, invoice),
        ...summary,
        earned: toDollars(earned_cents),
        billed: toDollars(billed_cents),
        courses: courses.map((course) => ({ ...course, ...amountsInDollars(course) })),
        lines: lines.map((line) => ({
          ...line,
          ...amountsInDollars(line),
          happened_at: line.happened_at.toISOString(),
        })),
        lines_count,
        payments: payments.map(({ amount_cents, ...payment }) => ({ ...payment, amount: toDollars(amount_cents) })),
        can,
      },
    }
  },
})

function summaryOf({ locale }: Ctx, invoice: Invoice) {
  const { created_at, due_at, lk_invoice_status_id } = invoice
  return {
    ...invoice,
    invoice_number: invoiceName(invoice),
    lk_invoice_status: label(lk_invoice_status, lk_invoice_status_id, locale),
    due_at: due_at.toISOString(),
    created_at: created_at.toISOString(),
    total: toDollars(invoice.total_cents),
    paidAmount: toDollars(invoice.paid_cents),
    open: toDollars(openCents(invoice)),
  }
}

/** The amounts of a course or a line in responses. */
const amountsInDollars = (sums: CourseTotals | InvoiceLine) => ({
  price: toDollars(sums.price_cents),
  discount: toDollars(sums.discount_cents),
  refund: toDollars(sums.refund_cents),
  admin_fee: toDollars(sums.admin_fee_cents),
  part: toDollars(sums.part_cents),
})

async function countLines({ sql }: Ctx, invoice_id: number): Promise<{ lines_count: number }> {
  const [count] = await sql<{ lines_count: number }>`
    select count(*)::int as lines_count from checkout.invoice_line where invoice_id = ${invoice_id}`
  return count!
}

async function permissionsFor(ctx: Ctx, invoice: Invoice): Promise<InvoiceDetails['can']> {
  const mayActOnInvoice = await maySettleWith(ctx, invoice.organization_id)
  const isAllowed = (key: PermissionKey) => mayActOnInvoice && holds(ctx.actor, key)
  const isNotVoid = invoice.lk_invoice_status_id !== invoiceStatus.Void
  return {
    delete: isNotVoid && invoice.paid_cents === 0 && isAllowed('MANAGE_INVOICE_PAYMENTS:DELETE'),
    pay: openCents(invoice) > 0 && isAllowed('MANAGE_INVOICE_PAYMENTS:UPDATE'),
  }
}
