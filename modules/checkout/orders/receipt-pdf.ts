import { formatLocale } from '#platform/locale-format.ts'
import { formatMoney } from '#platform/money.ts'
import { legible, paperLocale, widthOf } from '#platform/paper/fonts.ts'
import { openPdf } from '#platform/paper/paint.ts'
import { type Locale, say } from '#platform/texts.ts'
import { accentOf } from '#platform/ui/brand-colors.ts'
import { showDate } from '#platform/ui/masks.ts'
import { paidWith } from './paid-with.shared.ts'
import { receiptTexts } from './receipt.texts.ts'
import type { Receipt } from './receipt.ts'
import { sumsOf } from './receipt-sums.shared.ts'
import { supportOf } from './receipt-support.shared.ts'

const page = { width: 612, height: 792, margin: 72 }
const room = page.width - 2 * page.margin
const figures = 90
const ink = '#1c2421'
const muted = '#56615c'
const green = '#0b5d3b'

type Pdf = ReturnType<typeof openPdf>['document']
type Word = keyof typeof receiptTexts

/** A receipt as PDF, by the certificate renderer; sums in dollars, days in the language's format. */
export async function receiptPdf(
  receipt: Receipt,
  organization_name: string,
  reader: Locale,
  zone?: string,
  brand_color?: string | null,
): Promise<Uint8Array> {
  const locale = paperLocale(reader, receiptTexts)
  const t = (key: Word) => say(locale, receiptTexts, key)
  const created = new Date(receipt.order_date)
  const info = {
    title: `${t('title')} ${receipt.order_id}`,
    author: organization_name,
    language: formatLocale(locale),
    created,
  }
  const { document, bytes } = openPdf(page.width, page.height, info, page.margin)
  text(document, organization_name, 15, accentOf(brand_color, green), 'semibold')
  document.moveDown(0.8)
  text(document, t('title'), 22, ink, 'semibold')
  document.moveDown(0.8)
  for (const [key, value] of factsOf(receipt, locale, zone)) fact(document, t(key), value)
  document.moveDown(1)
  writeLines(document, receipt, locale, t)
  const support = supportOf(receipt)
  if (support) text(document.moveDown(1), say(locale, receiptTexts, 'support', { support }), 10, muted, 'regular')
  document.end()
  return bytes
}

function factsOf(receipt: Receipt, locale: Locale, zone?: string): [Word, string][] {
  const { order_id, order_date, purchaser, transaction_id, shipping, quantity, note } = receipt
  const facts: [Word, string][] = [
    ['order', String(order_id)],
    ['orderDate', showDate(order_date, locale, zone)],
    ['purchaser', purchaser],
    ['transaction', transaction_id],
    ['card', paidWith(receipt)],
    ['shipping', shipping],
    ['shippingAddress', receipt.shipping_address],
    ['billingAddress', receipt.billing_address],
    ['quantity', String(quantity)],
    ['note', note],
  ]
  return facts.filter(([, value]) => value !== '')
}

function text(document: Pdf, words: string, size: number, color: string, face: 'regular' | 'semibold'): void {
  document.font(face).fontSize(size).fillColor(color).text(legible(words), page.margin, document.y, { width: room })
}

function fact(document: Pdf, name: string, value: string): void {
  const y = document.y
  document
    .font('regular')
    .fontSize(10)
    .fillColor(muted)
    .text(name, page.margin, y + 1, { width: 130 })
  document
    .font('semibold')
    .fontSize(11)
    .fillColor(ink)
    .text(legible(value), page.margin + 140, y, { width: room - 140 })
  document.moveDown(0.4)
}

function writeLines(document: Pdf, receipt: Receipt, locale: Locale, t: (key: Word) => string): void {
  const money = (dollars: number) => legible(formatMoney(Math.round(dollars * 100), locale))
  for (const { name, price, tracking_number } of receipt.items) {
    row(document, name, money(price), 'regular')
    if (tracking_number) text(document, `${t('tracking')}: ${tracking_number}`, 9, muted, 'regular')
  }
  rule(document)
  for (const { key, dollars } of sumsOf(receipt)) {
    row(document, t(key), money(dollars), key === 'paid' ? 'semibold' : 'regular')
  }
}

/** A name, on as many lines as it needs, and an amount aligned to the right edge. */
function row(document: Pdf, name: string, sum: string, face: 'regular' | 'semibold'): void {
  if (document.y > page.height - page.margin - 40) {
    document.addPage()
    document.y = page.margin
  }
  const y = document.y
  document.font(face).fontSize(11).fillColor(ink)
  document.text(sum, page.margin + room - widthOf(sum, face, 11), y, { lineBreak: false })
  document.text(legible(name), page.margin, y, { width: room - figures })
  document.moveDown(0.3)
}

function rule(document: Pdf): void {
  const y = document.y + 2
  document
    .path(`M${page.margin} ${y} H${page.margin + room}`)
    .lineWidth(0.5)
    .stroke('#d5dbd8')
  document.y = y + 8
}
