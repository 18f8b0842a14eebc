import { legible, openPdf, widthOf } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney } from '#platform/money.ts'
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

const page = { width: 792, height: 612, margin: 48 }
const size = 9
const rowHeight = 16
const ink = '#1c2421'
const muted = '#56615c'
const line = '#d5dbd8'

/** The right edges of the columns of figures: price, discount, refund, fee, amount. */
const edges = [456, 528, 600, 672, page.width - page.margin]
const firstFigure = 390

type Pdf = ReturnType<typeof openPdf>['document']
type Face = 'regular' | 'semibold'

/** A document that is written from the top down, a row at a time, on as many pages as it needs. */
type Sheet = { pdf: Pdf; y: number; repeat: (sheet: Sheet) => void }

function write(sheet: Sheet, text: string, x: number, face: Face = 'regular', colour = ink, points = size): void {
  sheet.pdf.font(face).fontSize(points).fillColor(colour)
  sheet.pdf.text(legible(text), x, sheet.y, { lineBreak: false, baseline: 'alphabetic' })
}

function writeRight(sheet: Sheet, text: string, edge: number, face: Face = 'regular', colour = ink): void {
  write(sheet, text, edge - widthOf(legible(text), face, size), face, colour)
}

const advance = (sheet: Sheet, by = rowHeight): void => {
  sheet.y += by
}

/** Before what is `high`: another page with the headings where this one is full, and none that would stay empty. */
function makeRoom(sheet: Sheet, high = 0): void {
  if (sheet.y + high <= page.height - page.margin) return
  sheet.pdf.addPage()
  sheet.y = page.margin + rowHeight
  sheet.repeat(sheet)
}

function rule(sheet: Sheet): void {
  const y = sheet.y + 5
  sheet.pdf
    .path(`M${page.margin} ${y} H${page.width - page.margin}`)
    .lineWidth(0.5)
    .stroke(line)
}

/** As much of a text as there is room for. */
function shorten(text: string, room: number): string {
  const whole = legible(text)
  if (widthOf(whole, 'regular', size) <= room) return whole
  let end = whole.length
  while (end > 0 && widthOf(`${whole.slice(0, end)}…`, 'regular', size) > room) end -= 1
  return `${whole.slice(0, end)}…`
}

type Model = { invoice: Invoice; head: InvoiceHead; speech: Speech }
const money = ({ tag }: Speech, cents: number) => formatMoney(cents, tag)

/** The document of an invoice: head, sums by course, what is owed, and every line. */
export async function invoicePdf(ctx: Ctx, invoice: Invoice): Promise<Uint8Array> {
  const speech = speechOf(invoice.lk_invoice_language_id, ctx.locale)
  const [head, courses, lines] = await Promise.all([
    selectInvoiceHead(ctx, invoice),
    listCourseSums(ctx, invoice.invoice_id),
    listInvoiceLines(ctx, invoice.invoice_id),
  ])
  const title = speech.say('invoiceNumber', { number: invoiceName(invoice) })
  const info = { title, author: ctx.organization.name, language: speech.tag, created: invoice.created_at }
  const { document: pdf, bytes } = openPdf(page.width, page.height, info)
  const sheet: Sheet = { pdf, y: page.margin + 14, repeat: () => {} }
  const model = { invoice, head, speech }
  writeHead(sheet, model, title)
  writeCourses(sheet, model, courses)
  writeSums(sheet, model, courses)
  writeLines(sheet, model, lines)
  pdf.end()
  return bytes
}

function writeHead(sheet: Sheet, { invoice, head, speech }: Model, title: string): void {
  const { say, day, status } = speech
  write(sheet, title, page.margin, 'semibold', ink, 20)
  advance(sheet, 26)
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
    write(sheet, name, page.margin, 'regular', muted)
    write(sheet, value, page.margin + 130, 'semibold')
    advance(sheet, 14)
  }
  advance(sheet)
}

type Figures = Pick<CourseSums, 'price_cents' | 'discount_cents' | 'refund_cents' | 'admin_fee_cents' | 'part_cents'>

function writeFigures(sheet: Sheet, speech: Speech, sums: Figures, face: Face = 'regular'): void {
  const { price_cents, discount_cents, refund_cents, admin_fee_cents, part_cents } = sums
  const cents = [price_cents, discount_cents, refund_cents, admin_fee_cents, part_cents]
  for (const [at, sum] of cents.entries()) writeRight(sheet, money(speech, sum), edges[at]!, face)
}

function writeHeadings(sheet: Sheet, { say }: Speech, names: readonly [x: number, name: string][]): void {
  for (const [x, name] of names) write(sheet, name, x, 'semibold', muted)
  const figures = ['price', 'discount', 'refunded', 'adminFee', 'part'] as const
  for (const [at, word] of figures.entries()) writeRight(sheet, say(word), edges[at]!, 'semibold', muted)
  rule(sheet)
  advance(sheet)
}

function writeCourses(sheet: Sheet, { speech }: Model, courses: readonly CourseSums[]): void {
  const { say } = speech
  sheet.repeat = (on) => writeHeadings(on, speech, [[page.margin, say('course')]])
  sheet.repeat(sheet)
  for (const course of courses) {
    makeRoom(sheet)
    const name = course.billed_ind ? `${course.name} (${say('billed')})` : course.name
    write(sheet, shorten(`${course.sales} × ${name}`, firstFigure - page.margin), page.margin)
    writeFigures(sheet, speech, course)
    rule(sheet)
    advance(sheet)
  }
}

function writeSums(sheet: Sheet, { invoice, speech }: Model, courses: readonly CourseSums[]): void {
  const { say } = speech
  const { earned_cents, billed_cents } = sumInvoice(courses)
  const { total_cents, paid_cents } = invoice
  const owed = total_cents === 0 ? 'settled' : total_cents > 0 ? 'owedTo' : 'owedBy'
  const sums: [string, number, Face][] = [
    [say('earned'), earned_cents, 'regular'],
    [say('billedSum'), -billed_cents || 0, 'regular'],
    [say(owed), Math.abs(total_cents), 'semibold'],
    [say('paidAmount'), paid_cents, 'regular'],
    [say('open'), openCents(invoice), 'semibold'],
  ]
  sheet.repeat = () => {}
  advance(sheet, 6)
  for (const [name, cents, face] of sums) {
    makeRoom(sheet)
    writeRight(sheet, name, edges[3]!, face)
    writeRight(sheet, money(speech, cents), edges[4]!, face)
    advance(sheet)
  }
  makeRoom(sheet, rowHeight)
  sheet.pdf.font('regular').fontSize(8).fillColor(muted)
  sheet.pdf.text(legible(say('rule')), page.margin, sheet.y, { width: page.width - 2 * page.margin })
  sheet.y = sheet.pdf.y
  advance(sheet, 24)
}

function writeLines(
  sheet: Sheet,
  { speech, invoice }: Model,
  lines: Awaited<ReturnType<typeof listInvoiceLines>>,
): void {
  const { say, day } = speech
  const [kindAt, nameAt] = [page.margin + 62, page.margin + 140]
  makeRoom(sheet, 2 * rowHeight)
  sheet.repeat = (on) =>
    writeHeadings(on, speech, [
      [page.margin, say('date')],
      [kindAt, say('kind')],
      [nameAt, say('course')],
    ])
  sheet.repeat(sheet)
  for (const one of lines) {
    makeRoom(sheet)
    write(sheet, day(legalDay(one.happened_at, invoice.time_zone)), page.margin)
    write(sheet, say(one.kind === 'sale' && one.billed_ind ? 'billed' : one.kind), kindAt)
    write(sheet, shorten(one.name, firstFigure - nameAt), nameAt)
    writeFigures(sheet, speech, one)
    advance(sheet)
  }
}
