import type { Ctx } from '#platform/ctx.ts'
import { formatMoney } from '#platform/money.ts'
import { shorten } from '#platform/paper/fit-text.ts'
import { type FontName, printable } from '#platform/paper/fonts.ts'
import type { PdfInfo } from '#platform/paper/paint.ts'
import { muted, page, rightEdge, Sheet } from '#platform/paper/sheet.ts'
import { legalDay } from '#platform/zone.ts'
import { type Invoice, invoiceName, openCents } from './invoice.sql.ts'
import {
  type CourseSums,
  type InvoiceHead,
  listCourseSums,
  listInvoiceLines,
  selectInvoiceHead,
} from './invoice-details.sql.ts'
import { sumInvoice } from './invoice-rule.shared.ts'
import { type Speech, speechOf } from './invoice-words.ts'

const size = 9
const rowHeight = 16

/** The right edges of the number columns: price, discount, refund, fee, amount. */
const edges = [456, 528, 600, 672, rightEdge]
const firstFigure = 390

/** The pages of an invoice; `repeat` writes the top of each further page. */
class InvoiceSheet extends Sheet {
  repeat: () => void = () => {}

  constructor(info: PdfInfo) {
    super(info, { points: size, baseline: 'alphabetic' })
    this.y = page.margin + 14
  }

  advance(by = rowHeight): void {
    this.y += by
  }

  /** Starts another page with headings if `high` points plus a row don't fit. */
  makeRoom(high = 0): void {
    if (this.y + high <= page.height - page.margin) return
    this.pdf.addPage()
    this.y = page.margin + rowHeight
    this.repeat()
  }
}

type Model = { invoice: Invoice; head: InvoiceHead; speech: Speech }
const money = ({ tag }: Speech, cents: number) => formatMoney(cents, tag)

/** The document of an invoice: head, sums by course, the amount due, and every line. */
export async function invoicePdf(ctx: Ctx, invoice: Invoice): Promise<Uint8Array> {
  const speech = speechOf(invoice.lk_invoice_language_id, ctx.locale)
  const [head, courses, lines] = await Promise.all([
    selectInvoiceHead(ctx, invoice),
    listCourseSums(ctx, invoice.invoice_id),
    listInvoiceLines(ctx, invoice.invoice_id),
  ])
  const title = speech.say('invoiceNumber', { number: invoiceName(invoice) })
  const info = { title, author: ctx.organization.name, language: speech.tag, created: invoice.created_at }
  const sheet = new InvoiceSheet(info)
  const model = { invoice, head, speech }
  writeHead(sheet, model, title)
  writeCourses(sheet, model, courses)
  writeSums(sheet, model, courses)
  writeLines(sheet, model, lines)
  return sheet.end()
}

function writeHead(sheet: InvoiceSheet, { invoice, head, speech }: Model, title: string): void {
  const { say, day, status } = speech
  sheet.write(title, page.margin, { face: 'semibold', points: 20 })
  sheet.advance(26)
  const facts: [string, string][] = [
    [say('organization'), `${invoice.organization_name} (${invoice.code})`],
    [say('payableTo'), head.check_payable_to],
    [say('taxId'), head.tax_id],
    [say('website'), head.website_name],
    [say('course'), head.course_name ?? say('allCourses')],
    [say('period'), `${day(invoice.period_start)} – ${day(invoice.period_end)}`],
    [say('createdAt'), day(legalDay(invoice.created_at, invoice.time_zone))],
    [say('dueAt'), day(legalDay(invoice.due_at, invoice.time_zone))],
    [say('status'), status(invoice.lk_invoice_status_id)],
  ]
  for (const [name, value] of facts) {
    if (!value) continue
    sheet.write(name, page.margin, { color: muted })
    sheet.write(value, page.margin + 130, { face: 'semibold' })
    sheet.advance(14)
  }
  sheet.advance()
}

type Figures = Pick<CourseSums, 'price_cents' | 'discount_cents' | 'refund_cents' | 'admin_fee_cents' | 'part_cents'>

function writeFigures(sheet: InvoiceSheet, speech: Speech, sums: Figures, face: FontName = 'regular'): void {
  const { price_cents, discount_cents, refund_cents, admin_fee_cents, part_cents } = sums
  const cents = [price_cents, discount_cents, refund_cents, admin_fee_cents, part_cents]
  for (const [at, sum] of cents.entries()) sheet.writeRight(money(speech, sum), edges[at]!, { face })
}

function writeHeadings(sheet: InvoiceSheet, { say }: Speech, names: readonly [x: number, name: string][]): void {
  for (const [x, name] of names) sheet.write(name, x, { face: 'semibold', color: muted })
  const figures = ['price', 'discount', 'refunded', 'adminFee', 'part'] as const
  for (const [at, word] of figures.entries())
    sheet.writeRight(say(word), edges[at]!, { face: 'semibold', color: muted })
  sheet.rule(5)
  sheet.advance()
}

function writeCourses(sheet: InvoiceSheet, { speech }: Model, courses: readonly CourseSums[]): void {
  const { say } = speech
  sheet.repeat = () => writeHeadings(sheet, speech, [[page.margin, say('course')]])
  sheet.repeat()
  for (const course of courses) {
    sheet.makeRoom()
    const name = course.billed_ind ? `${course.name} (${say('billed')})` : course.name
    sheet.write(shorten(`${course.sales} × ${name}`, firstFigure - page.margin, 'regular', size), page.margin)
    writeFigures(sheet, speech, course)
    sheet.rule(5)
    sheet.advance()
  }
}

function writeSums(sheet: InvoiceSheet, { invoice, speech }: Model, courses: readonly CourseSums[]): void {
  const { say } = speech
  const { earned_cents, billed_cents } = sumInvoice(courses)
  const { total_cents, paid_cents } = invoice
  const balanceText = total_cents === 0 ? 'settled' : total_cents > 0 ? 'owedTo' : 'owedBy'
  const sums: [string, number, FontName][] = [
    [say('earned'), earned_cents, 'regular'],
    [say('billedSum'), -billed_cents || 0, 'regular'],
    [say(balanceText), Math.abs(total_cents), 'semibold'],
    [say('paidAmount'), paid_cents, 'regular'],
    [say('open'), openCents(invoice), 'semibold'],
  ]
  sheet.repeat = () => {}
  sheet.advance(6)
  for (const [name, cents, face] of sums) {
    sheet.makeRoom()
    sheet.writeRight(name, edges[3]!, { face })
    sheet.writeRight(money(speech, cents), edges[4]!, { face })
    sheet.advance()
  }
  sheet.makeRoom(rowHeight)
  sheet.pdf.font('regular').fontSize(8).fillColor(muted)
  sheet.pdf.text(printable(say('rule')), page.margin, sheet.y, { width: page.width - 2 * page.margin })
  sheet.y = sheet.pdf.y
  sheet.advance(24)
}

function writeLines(
  sheet: InvoiceSheet,
  { speech, invoice }: Model,
  lines: Awaited<ReturnType<typeof listInvoiceLines>>,
): void {
  const { say, day } = speech
  const [kindAt, nameAt] = [page.margin + 62, page.margin + 140]
  sheet.makeRoom(2 * rowHeight)
  sheet.repeat = () =>
    writeHeadings(sheet, speech, [
      [page.margin, say('date')],
      [kindAt, say('kind')],
      [nameAt, say('course')],
    ])
  sheet.repeat()
  for (const line of lines) {
    sheet.makeRoom()
    sheet.write(day(legalDay(line.happened_at, invoice.time_zone)), page.margin)
    sheet.write(say(line.kind === 'sale' && line.billed_ind ? 'billed' : line.kind), kindAt)
    sheet.write(shorten(line.name, firstFigure - nameAt, 'regular', size), nameAt)
    writeFigures(sheet, speech, line)
    sheet.advance()
  }
}
