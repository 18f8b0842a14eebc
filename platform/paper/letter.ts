import { formatLocale } from '#platform/locale-format.ts'
import type { Locale } from '#platform/texts.ts'
import { accentOf } from '#platform/ui/brand-colors.ts'
import { type FontName, printable } from './fonts.ts'
import { openPdf } from './paint.ts'

/** A page of a letter or receipt in points, with one column of text. */
export const letterPage = { width: 612, height: 792, margin: 72, column: 468 }

/** The color of text. */
export const ink = '#1c2421'
const muted = '#56615c'
const green = '#0b5d3b'
/** The space after a fact's name, where its value begins. */
const labels = { width: 130, next: 140 }

export type LetterDocument = ReturnType<typeof openPdf>['document']

type LetterInfo = { title: string; organization_name: string; locale: Locale; created: Date }

/** An empty page; `document.end()` completes `bytes`. */
export function openLetter({ title, organization_name, locale, created }: LetterInfo) {
  const info = { title, author: organization_name, language: formatLocale(locale), created }
  return openPdf(letterPage.width, letterPage.height, info, letterPage.margin)
}

type Style = { size: number; face?: FontName; color?: string; lineGap?: number }

/** Text across the whole column, from the current line on. */
export function writeText(document: LetterDocument, text: string, style: Style): void {
  const { size, face = 'regular', color = ink, lineGap = 0 } = style
  const { margin, column } = letterPage
  document
    .font(face)
    .fontSize(size)
    .fillColor(color)
    .text(printable(text), margin, document.y, { width: column, lineGap })
}

/** Small gray text for details that a reader seldom needs. */
export const writeSmall = (document: LetterDocument, text: string, size = 9): void =>
  writeText(document, text, { size, color: muted })

/** The name of the organization, in its color if it has one. */
export const writeSender = (document: LetterDocument, name: string, brand_color: string | null | undefined): void =>
  writeText(document, name, { size: 15, face: 'semibold', color: accentOf(brand_color, green) })

export const writeTitle = (document: LetterDocument, title: string): void =>
  writeText(document, title, { size: 22, face: 'semibold' })

/** A name and its value beside it, with this many lines of space below. */
export function writeFact(document: LetterDocument, name: string, value: string, space: number): void {
  const { margin, column } = letterPage
  const y = document.y
  document
    .font('regular')
    .fontSize(10)
    .fillColor(muted)
    .text(name, margin, y + 1, { width: labels.width })
  document
    .font('semibold')
    .fontSize(11)
    .fillColor(ink)
    .text(printable(value), margin + labels.next, y, { width: column - labels.next })
  document.moveDown(space)
}
