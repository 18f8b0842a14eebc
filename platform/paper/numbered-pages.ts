import { accentOf } from '#platform/ui/brand-colors.ts'
import { wrap } from './fit-text.ts'
import { type FontName, printable } from './fonts.ts'
import type { PdfInfo } from './paint.ts'
import { muted, page, rightEdge, Sheet, type TextLook } from './sheet.ts'

const bottom = page.height - page.margin - 12
const room = rightEdge - page.margin
const size = 8.5
const lineHeight = 11.5
const gap = 8

/** A column of a table: its heading and its share of the width. */
export type PaperColumn = { heading: string; share: number }
/** A cell of one or several lines. */
export type PaperCell = string | readonly string[]
type Rows = readonly (readonly PaperCell[])[]

/**
 * A report on numbered pages, written from the top down. Everything wraps to lines and further pages by itself; table
 * headings repeat on each page.
 */
export class NumberedPages {
  readonly #sheet: Sheet
  readonly #foot: (page: number) => string
  readonly #accent: string
  #pages = 1
  #headings: (() => void) | null = null

  constructor(info: PdfInfo, foot: (page: number) => string, brand_color?: string | null) {
    this.#sheet = new Sheet(info, { points: size, baseline: 'top' })
    this.#foot = foot
    this.#accent = accentOf(brand_color, '#0b5d3b')
  }

  title(text: string, overline: string): void {
    this.#sheet.write(overline, page.margin, { face: 'semibold', color: this.#accent, points: 12 })
    this.#sheet.y += 22
    this.#paragraph(text, { face: 'semibold', points: 20 })
    this.#sheet.y += 6
  }

  heading(text: string): void {
    this.#sheet.y += 14
    this.#need(70)
    this.#paragraph(text, { face: 'semibold', points: 13 })
    this.#sheet.y += 3
  }

  subheading(text: string): void {
    this.#sheet.y += 6
    this.#need(50)
    this.#paragraph(text, { face: 'semibold', points: 9.5 })
    this.#sheet.y += 1
  }

  text(text: string): void {
    this.#paragraph(text, { points: 9.5 }, room * 0.8)
    this.#sheet.y += 4
  }

  /** Names and values; rows without a value are left out. */
  facts(facts: readonly (readonly [name: string, value: string | null])[]): void {
    for (const [name, value] of facts) {
      if (!value) continue
      const [left, right] = [wrap(name, 150, 'regular', size), wrap(value, room - 170, 'semibold', size)]
      this.#need(lineHeight * right.length)
      for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
        if (left[index]) this.#sheet.write(left[index]!, page.margin, { color: muted })
        if (right[index]) this.#sheet.write(right[index]!, page.margin + 160, { face: 'semibold' })
        this.#sheet.y += lineHeight
      }
      this.#sheet.y += 2
    }
  }

  /** A table whose rows come in batches; other requests run between two batches. */
  async table(shape: readonly PaperColumn[], batches: AsyncIterable<Rows> | Iterable<Rows>): Promise<void> {
    const shares = shape.reduce((sum, { share }) => sum + share, 0)
    const widths = shape.map(({ share }) => (room * share) / shares)
    const names = shape.map(({ heading }) => heading)
    // Keeps a heading together with its first rows.
    this.#need(6 * lineHeight)
    this.#headings = () => this.#row(names, widths, { face: 'semibold', color: muted })
    this.#headings()
    for await (const rows of batches) {
      for (const [index, row] of rows.entries()) {
        this.#row(row, widths)
        if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    this.#headings = null
    this.#sheet.y += 4
  }

  end(): Promise<Uint8Array> {
    this.#writeFoot()
    return this.#sheet.end()
  }

  /** Starts another page if `height` more points don't fit on this one. */
  #need(height: number): void {
    if (this.#sheet.y + height <= bottom) return
    this.#writeFoot()
    this.#sheet.pdf.addPage()
    this.#pages += 1
    this.#sheet.y = page.margin
    this.#headings?.()
  }

  #writeFoot(): void {
    const { pdf } = this.#sheet
    pdf.font('regular').fontSize(7.5).fillColor(muted)
    pdf.text(printable(this.#foot(this.#pages)), page.margin, page.height - page.margin, { lineBreak: false })
  }

  #paragraph(text: string, look: TextLook, width = room): void {
    const { points = size, face = 'regular' } = look
    for (const part of wrap(text, width, face, points)) {
      this.#need(points * 1.35)
      this.#sheet.write(part, page.margin, look)
      this.#sheet.y += points * 1.35
    }
  }

  /** One row of a table with the line under it. */
  #row(cells: readonly PaperCell[], widths: readonly number[], look: TextLook = {}): void {
    const lines = cells.map((cell, index) => linesOf(cell, widths[index]! - gap, look.face))
    const lineCount = Math.max(1, ...lines.map(({ length }) => length))
    // A row stays on one page if possible.
    const rowHeight = lineCount * lineHeight + 6
    if (rowHeight < bottom - page.margin - 40) this.#need(rowHeight)
    for (let position = 0; position < lineCount; position += 1) {
      this.#need(lineHeight)
      let x = page.margin
      for (const [index, width] of widths.entries()) {
        const text = lines[index]?.[position]
        if (text) this.#sheet.write(text, x, look)
        x += width
      }
      this.#sheet.y += lineHeight
    }
    this.#sheet.rule()
    this.#sheet.y += 3
  }
}

function linesOf(cell: PaperCell, width: number, face: FontName = 'regular'): string[] {
  const parts = typeof cell === 'string' ? [cell] : cell
  return parts.flatMap((part) => wrap(part, width, face, size))
}
