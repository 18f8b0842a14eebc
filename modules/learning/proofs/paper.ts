import { legible, widthOf } from '#modules/learning/certificates/render/fonts.ts'
import { openPdf, type PdfInfo } from '#modules/learning/certificates/render/paint.ts'
import { accentOf } from '#platform/ui/brand-colors.ts'

const page = { width: 792, height: 612, margin: 48 }
const bottom = page.height - page.margin - 12
const room = page.width - 2 * page.margin
const size = 8.5
const lineHeight = 11.5
const gap = 8
const ink = '#1c2421'
const muted = '#56615c'
const hair = '#d5dbd8'

type Face = 'regular' | 'semibold'
type Look = { face?: Face; colour?: string; points?: number }

/** A column of a table: its heading and its share of the width. */
export type PaperColumn = { heading: string; share: number }
/** A cell of one line or of several. */
export type PaperCell = string | readonly string[]

export type Paper = ReturnType<typeof openPaper>

/**
 * A report on numbered pages that is written from the top down. Everything breaks into lines and onto further pages by
 * itself; the headings of a table are repeated on each of its pages.
 */
export function openPaper(info: PdfInfo, foot: (page: number) => string, brand_color?: string | null) {
  const { document: pdf, bytes } = openPdf(page.width, page.height, info)
  let y = page.margin
  let pages = 1
  let headings: (() => void) | null = null

  function put(text: string, x: number, { face = 'regular', colour = ink, points = size }: Look = {}): void {
    pdf.font(face).fontSize(points).fillColor(colour)
    pdf.text(text, x, y, { lineBreak: false })
  }

  function writeFoot(): void {
    const text = foot(pages)
    pdf.font('regular').fontSize(7.5).fillColor(muted)
    pdf.text(legible(text), page.margin, page.height - page.margin, { lineBreak: false })
  }

  function turn(): void {
    writeFoot()
    pdf.addPage()
    pages += 1
    y = page.margin
    headings?.()
  }

  /** Another page where `high` more points do not fit on this one. */
  const need = (high: number): void => {
    if (y + high > bottom) turn()
  }

  function rule(): void {
    pdf
      .path(`M${page.margin} ${y} H${page.width - page.margin}`)
      .lineWidth(0.5)
      .stroke(hair)
    y += 3
  }

  function paragraph(text: string, look: Look = {}, width = room): void {
    const { points = size, face = 'regular' } = look
    for (const part of wrap(text, width, face, points)) {
      need(points * 1.35)
      put(part, page.margin, look)
      y += points * 1.35
    }
  }

  function columns(cells: readonly PaperCell[], widths: readonly number[], look: Look): void {
    const lines = cells.map((cell, at) => linesOf(cell, widths[at]! - gap, look.face))
    const high = Math.max(1, ...lines.map(({ length }) => length))
    // A row stays on one page if a page can hold it.
    const whole = high * lineHeight + 6
    if (whole < bottom - page.margin - 40) need(whole)
    for (let at = 0; at < high; at += 1) {
      need(lineHeight)
      let x = page.margin
      for (const [index, width] of widths.entries()) {
        const text = lines[index]?.[at]
        if (text) put(text, x, look)
        x += width
      }
      y += lineHeight
    }
  }

  return {
    title(text: string, above: string): void {
      put(legible(above), page.margin, { face: 'semibold', colour: accentOf(brand_color, '#0b5d3b'), points: 12 })
      y += 22
      paragraph(text, { face: 'semibold', points: 20 })
      y += 6
    },
    heading(text: string): void {
      y += 14
      need(70)
      paragraph(text, { face: 'semibold', points: 13 })
      y += 3
    },
    subheading(text: string): void {
      y += 6
      need(50)
      paragraph(text, { face: 'semibold', points: 9.5 })
      y += 1
    },
    text(text: string): void {
      paragraph(text, { points: 9.5 }, room * 0.8)
      y += 4
    },
    /** Names and values; a row without a value is left out. */
    facts(facts: readonly (readonly [name: string, value: string | null])[]): void {
      for (const [name, value] of facts) {
        if (!value) continue
        const [left, right] = [wrap(name, 150, 'regular', size), wrap(value, room - 170, 'semibold', size)]
        need(lineHeight * right.length)
        for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
          if (left[at]) put(left[at]!, page.margin, { colour: muted })
          if (right[at]) put(right[at]!, page.margin + 160, { face: 'semibold' })
          y += lineHeight
        }
        y += 2
      }
    },
    /** A table whose rows come in batches; between two of them others have their turn. */
    async table(
      shape: readonly PaperColumn[],
      batches: AsyncIterable<readonly (readonly PaperCell[])[]> | Iterable<readonly (readonly PaperCell[])[]>,
    ): Promise<void> {
      const shares = shape.reduce((sum, { share }) => sum + share, 0)
      const widths = shape.map(({ share }) => (room * share) / shares)
      const names = shape.map(({ heading }) => heading)
      const head = () => {
        columns(names, widths, { face: 'semibold', colour: muted })
        rule()
      }
      // A heading stays with its first rows.
      need(6 * lineHeight)
      head()
      headings = head
      for await (const rows of batches) {
        for (const [at, row] of rows.entries()) {
          columns(row, widths, {})
          rule()
          if (at % 50 === 49) await new Promise((go) => setImmediate(go))
        }
      }
      headings = null
      y += 4
    },
    end(): Promise<Uint8Array> {
      writeFoot()
      pdf.end()
      return bytes
    },
  }
}

function linesOf(cell: PaperCell, width: number, face: Face = 'regular'): string[] {
  const parts = typeof cell === 'string' ? [cell] : cell
  return parts.flatMap((part) => wrap(part, width, face, size))
}

/** A text in lines of at most `width` points; a word that is wider breaks where it must. */
function wrap(text: string, width: number, face: Face, points: number): string[] {
  const clean = legible(text)
  if (clean === '') return []
  if (widthOf(clean, face, points) <= width) return [clean]
  const lines: string[] = []
  let line = ''
  for (const word of clean.split(' ').flatMap((whole) => pieces(whole, width, face, points))) {
    const longer = line ? `${line} ${word}` : word
    if (line && widthOf(longer, face, points) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

function pieces(word: string, width: number, face: Face, points: number): string[] {
  if (widthOf(word, face, points) <= width) return [word]
  const found: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && widthOf(piece + letter, face, points) > width) {
      found.push(piece)
      piece = letter
    } else piece += letter
  }
  return [...found, piece]
}
