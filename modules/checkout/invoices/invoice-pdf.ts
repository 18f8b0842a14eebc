import type { Ctx } from '#platform/ctx.ts'
import { formatMoney } from '#platform/money.ts'
import { shorten } from '#platform/paper/fit-text.ts'
import { type FontName, printable } from '#platform/paper/fonts.ts'
import type { PdfInfo } from '#platform/paper/paint.ts'
import { muted, page, rightEdge, Sheet } from '#platform/paper/sheet.ts'
import { legalDay } from '#platform/zone.ts'
import { type Invoice, invoiceName, openCents } from './invoice.sql.ts'
import {
  type CourseTotals,
  type InvoiceSummary,
  listCourseTotals,
  listInvoiceLines,
  selectInvoiceSummary,
} from './invoice-details.sql.ts'
import { totalInvoice } from './invoice-rule.shared.ts'
import { type InvoiceTranslator, invoiceTranslator } from './invoice-words.ts'

const fontSize = 9
const rowHeight = 16

/** The right edges of the columns with amounts: price, discount, refund, fee and total. */
const columnEdges = [456, 528, 600, 672, rightEdge]
const figuresLeft = 390

/** The pages of an invoice; `writeHeadings` is called at the top of each further page. */
class InvoiceSheet extends Sheet {
  writeHeadings: () => void = () => {}

  constructor(info: PdfInfo) {
    super(info, { points: fontSize, baseline: 'alphabetic' })
    this.y = page.margin + 14
  }

  advance(by = rowHeight): void {
    this.y += by
  }

  /** Starts a new page with headings if `minHeight` more points do not fit on this one. */
  makeRoom(minHeight = 0): void {
    if (this.y + minHeight <= page.height - page.margin) return
    this.pdf.addPage()
    this.y = page.margin + rowHeight
    this.writeHeadings()
  }
}

type InvoiceModel = { invoice: Invoice; summary: InvoiceSummary; translator: InvoiceTranslator }
const money = ({ tag }: InvoiceTranslator, cents: number) => formatMoney(cents, tag)

/** Creates the PDF of an invoice: a summary, the totals by course, the amount due, and all lines. */
export async function invoicePdf(ctx: Ctx, invoice: Invoice): Promise<Uint8Array> {
  const translator = invoiceTranslator(invoice.lk_invoice_language_id, ctx.locale)
  const [summary, courses, lines] = await Promise.all([
    selectInvoiceSummary(ctx, invoice),
    listCourseTotals(ctx, invoice.invoice_id),
    listInvoiceLines(ctx, invoice.invoice_id),
  ])
  const title = translator.translate('invoiceNumber', { number: invoiceName(invoice) })
  const info = { title, author: ctx.organization.name, language: translator.tag, created: invoice.created_at }
  const sheet = new InvoiceSheet(info)
  const model = { invoice, summary, translator }
  writeSummary(sheet, model, title)
  writeCourses(sheet, model, courses)
  writeSums(sheet, model, courses)
  writeLines(sheet, model, lines)
  return sheet.end()
}

function writeSummary(sheet: InvoiceSheet, { invoice, summary, translator }: InvoiceModel, title: string): void {
  const { translate, day, status } = translator
  sheet.write(title, page.margin, { face: 'semibold', points: 20 })
  sheet.advance(26)
  const facts: [string, string][] = [
    [translate('organization'), `${invoice.organization_name} (${invoice.code})`],
    [translate('payableTo'), summary.check_payable_to],
    [translate('taxId'), summary.tax_id],
    [translate('website'), summary.website_name],
    [translate('course'), summary.course_name ?? translate('allCourses')],
    [translate('period'), `${day(invoice.period_start)} – ${day(invoice.period_end)}`],
    [translate('createdAt'), day(legalDay(invoice.created_at, invoice.time_zone))],
    [translate('dueAt'), day(legalDay(invoice.due_at, invoice.time_zone))],
    [translate('status'), status(invoice.lk_invoice_status_id)],
  ]
  for (const [name, value] of facts) {
    if (!value) continue
    sheet.write(name, page.margin, { color: muted })
    sheet.write(value, page.margin + 130, { face: 'semibold' })
    sheet.advance(14)
  }
  sheet.advance()
}

type LineAmounts = Pick<
  CourseTotals,
  'price_cents' | 'discount_cents' | 'refund_cents' | 'admin_fee_cents' | 'part_cents'
>

function writeAmounts(
  sheet: InvoiceSheet,
  translator: InvoiceTranslator,
  amounts: LineAmounts,
  face: FontName = 'regular',
): void {
  const { price_cents, discount_cents, refund_cents, admin_fee_cents, part_cents } = amounts
  const cents = [price_cents, discount_cents, refund_cents, admin_fee_cents, part_cents]
  for (const [index, amount] of cents.entries())
    sheet.writeRight(money(translator, amount), columnEdges[index]!, { face })
}

function writeColumnHeadings(
  sheet: InvoiceSheet,
  { translate }: InvoiceTranslator,
  names: readonly [x: number, name: string][],
): void {
  for (const [x, name] of names) sheet.write(name, x, { face: 'semibold', color: muted })
  const amountHeadings = ['price', 'discount', 'refunded', 'adminFee', 'part'] as const
  for (const [index, heading] of amountHeadings.entries())
    sheet.writeRight(translate(heading), columnEdges[index]!, { face: 'semibold', color: muted })
  sheet.rule(5)
  sheet.advance()
}

function writeCourses(sheet: InvoiceSheet, { translator }: InvoiceModel, courses: readonly CourseTotals[]): void {
  const { translate } = translator
  sheet.writeHeadings = () => writeColumnHeadings(sheet, translator, [[page.margin, translate('course')]])
  sheet.writeHeadings()
  for (const course of courses) {
    sheet.makeRoom()
    const name = course.billed_ind ? `${course.name} (${translate('billed')})` : course.name
    sheet.write(shorten(`${course.sales} × ${name}`, figuresLeft - page.margin, 'regular', fontSize), page.margin)
    writeAmounts(sheet, translator, course)
    sheet.rule(5)
    sheet.advance()
  }
}

function writeSums(sheet: InvoiceSheet, { invoice, translator }: InvoiceModel, courses: readonly CourseTotals[]): void {
  const { translate } = translator
  const { earned_cents, billed_cents } = totalInvoice(courses)
  const { total_cents, paid_cents } = invoice
  const balanceText = total_cents === 0 ? 'settled' : total_cents > 0 ? 'owedTo' : 'owedBy'
  const rows: [string, number, FontName][] = [
    [translate('earned'), earned_cents, 'regular'],
    [translate('billedSum'), -billed_cents || 0, 'regular'],
    [translate(balanceText), Math.abs(total_cents), 'semibold'],
    [translate('paidAmount'), paid_cents, 'regular'],
    [translate('open'), openCents(invoice), 'semibold'],
  ]
  sheet.writeHeadings = () => {}
  sheet.advance(6)
  for (const [name, cents, face] of rows) {
    sheet.makeRoom()
    sheet.writeRight(name, columnEdges[3]!, { face })
    sheet.writeRight(money(translator, cents), columnEdges[4]!, { face })
    sheet.advance()
  }
  sheet.makeRoom(rowHeight)
  sheet.pdf.font('regular').fontSize(8).fillColor(muted)
  sheet.pdf.text(printable(translate('rule')), page.margin, sheet.y, { width: page.width - 2 * page.margin })
  sheet.y = sheet.pdf.y
  sheet.advance(24)
}

function writeLines(
  sheet: InvoiceSheet,
  { translator, invoice }: InvoiceModel,
  lines: Awaited<ReturnType<typeof listInvoiceLines>>,
): void {
  const { translate, day } = translator
  const [kindLeft, nameLeft] = [page.margin + 62, page.margin + 140]
  sheet.makeRoom(2 * rowHeight)
  sheet.writeHeadings = () =>
    writeColumnHeadings(sheet, translator, [
      [page.margin, translate('date')],
      [kindLeft, translate('kind')],
      [nameLeft, translate('course')],
    ])
  sheet.writeHeadings()
  for (const line of lines) {
    sheet.makeRoom()
    sheet.write(day(legalDay(line.happened_at, invoice.time_zone)), page.margin)
    sheet.write(translate(line.kind === 'sale' && line.billed_ind ? 'billed' : line.kind), kindLeft)
    sheet.write(shorten(line.name, figuresLeft - nameLeft, 'regular', fontSize), nameLeft)
    writeAmounts(sheet, translator, line)
    sheet.advance()
  }
}
