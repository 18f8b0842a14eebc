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
import { type Locale, localText, type PlainKey } from '#platform/texts.ts'
import { showDate } from '#platform/ui/masks.ts'
import { describeMethod } from './paid-with.shared.ts'
import { receiptTexts } from './receipt.texts.ts'
import type { Receipt } from './receipt.ts'
import { receiptSums } from './receipt-sums.shared.ts'
import { formatSupport } from './receipt-support.shared.ts'

const { margin, column } = letterPage
/** The width reserved for amounts at the right edge. */
const amountWidth = 90

type ReceiptTextKey = PlainKey<typeof receiptTexts>

/** Creates the PDF of a receipt with the certificate renderer. */
export async function receiptPdf(
  receipt: Receipt,
  organization_name: string,
  readerLocale: Locale,
  zone?: string,
  brand_color?: string | null,
): Promise<Uint8Array> {
  const locale = paperLocale(readerLocale, receiptTexts)
  const t = (key: ReceiptTextKey) => localText(locale, receiptTexts, key)
  const title = `${t('title')} ${receipt.order_id}`
  const createdAt = new Date(receipt.order_date)
  const { document, bytes } = openLetter({ title, organization_name, locale, created: createdAt })
  writeSender(document, organization_name, brand_color)
  document.moveDown(0.8)
  writeTitle(document, t('title'))
  document.moveDown(0.8)
  for (const [key, value] of listFacts(receipt, locale, zone)) writeFact(document, t(key), value, 0.4)
  document.moveDown(1)
  writeLines(document, receipt, locale, t)
  const support = formatSupport(receipt)
  if (support) writeSmall(document.moveDown(1), localText(locale, receiptTexts, 'support', { support }), 10)
  document.end()
  return bytes
}

function listFacts(receipt: Receipt, locale: Locale, zone?: string): [ReceiptTextKey, string][] {
  const { order_id, order_date, purchaser, transaction_id, shipping, quantity, note } = receipt
  const facts: [ReceiptTextKey, string][] = [
    ['order', String(order_id)],
    ['orderDate', showDate(order_date, locale, zone)],
    ['purchaser', purchaser],
    ['transaction', transaction_id],
    ['card', describeMethod(receipt)],
    ['shipping', shipping],
    ['shippingAddress', receipt.shipping_address],
    ['billingAddress', receipt.billing_address],
    ['quantity', String(quantity)],
    ['note', note],
  ]
  return facts.filter(([, value]) => value !== '')
}

function writeLines(
  document: LetterDocument,
  receipt: Receipt,
  locale: Locale,
  t: (key: ReceiptTextKey) => string,
): void {
  const money = (dollars: number) => printable(formatMoney(Math.round(dollars * 100), locale))
  for (const { name, price, tracking_number } of receipt.items) {
    writeRow(document, name, money(price), 'regular')
    if (tracking_number) writeSmall(document, `${t('tracking')}: ${tracking_number}`)
  }
  writeRule(document)
  for (const { key, dollars } of receiptSums(receipt)) {
    writeRow(document, t(key), money(dollars), key === 'paid' ? 'semibold' : 'regular')
  }
}

/** Writes a name, wrapped if needed, and an amount aligned to the right edge. */
function writeRow(document: LetterDocument, name: string, amount: string, face: FontName): void {
  if (document.y > letterPage.height - margin - 40) {
    document.addPage()
    document.y = margin
  }
  const y = document.y
  document.font(face).fontSize(11).fillColor(ink)
  document.text(amount, margin + column - widthOf(amount, face, 11), y, { lineBreak: false })
  document.text(printable(name), margin, y, { width: column - amountWidth })
  document.moveDown(0.3)
}

function writeRule(document: LetterDocument): void {
  const y = document.y + 2
  document
    .path(`M${margin} ${y} H${margin + column}`)
    .lineWidth(0.5)
    .stroke('#d5dbd8')
  document.y = y + 8
}
