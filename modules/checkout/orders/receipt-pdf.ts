import { formatMoney } from '#platform/money.ts'
import { type FontName, paperLocale, printable, widthOf } from '#platform/paper/fonts.ts'
import {
  ink,
  type LetterDocument,
  letterPage,
  openLetter,
  writeFact,
  writeSender,
  writeSmall,
  writeTitle,
} from '#platform/paper/letter.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { showDate } from '#platform/ui/masks.ts'
import { paidWith } from './paid-with.shared.ts'
import { receiptTexts } from './receipt.texts.ts'
import type { Receipt } from './receipt.ts'
import { sumsOf } from './receipt-sums.shared.ts'
import { supportOf } from './receipt-support.shared.ts'

const { margin, column } = letterPage
/** The space of the amounts at the right edge. */
const amounts = 90

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
  const t = (key: Word) => localText(locale, receiptTexts, key)
  const title = `${t('title')} ${receipt.order_id}`
  const created = new Date(receipt.order_date)
  const { document, bytes } = openLetter({ title, organization_name, locale, created })
  writeSender(document, organization_name, brand_color)
  document.moveDown(0.8)
  writeTitle(document, t('title'))
  document.moveDown(0.8)
  for (const [key, value] of factsOf(receipt, locale, zone)) writeFact(document, t(key), value, 0.4)
  document.moveDown(1)
  writeLines(document, receipt, locale, t)
  const support = supportOf(receipt)
  if (support) writeSmall(document.moveDown(1), localText(locale, receiptTexts, 'support', { support }), 10)
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

function writeLines(document: LetterDocument, receipt: Receipt, locale: Locale, t: (key: Word) => string): void {
  const money = (dollars: number) => printable(formatMoney(Math.round(dollars * 100), locale))
  for (const { name, price, tracking_number } of receipt.items) {
    row(document, name, money(price), 'regular')
    if (tracking_number) writeSmall(document, `${t('tracking')}: ${tracking_number}`)
  }
  rule(document)
  for (const { key, dollars } of sumsOf(receipt)) {
    row(document, t(key), money(dollars), key === 'paid' ? 'semibold' : 'regular')
  }
}

/** A name, on as many lines as it needs, and an amount aligned to the right edge. */
function row(document: LetterDocument, name: string, sum: string, face: FontName): void {
  if (document.y > letterPage.height - margin - 40) {
    document.addPage()
    document.y = margin
  }
  const y = document.y
  document.font(face).fontSize(11).fillColor(ink)
  document.text(sum, margin + column - widthOf(sum, face, 11), y, { lineBreak: false })
  document.text(printable(name), margin, y, { width: column - amounts })
  document.moveDown(0.3)
}

function rule(document: LetterDocument): void {
  const y = document.y + 2
  document
    .path(`M${margin} ${y} H${margin + column}`)
    .lineWidth(0.5)
    .stroke('#d5dbd8')
  document.y = y + 8
}
