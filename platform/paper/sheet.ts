import { type FontName, printable, widthOf } from './fonts.ts'
import { openPdf, type PdfInfo } from './paint.ts'

/** A letter page in landscape, in points. */
export const page = { width: 792, height: 612, margin: 48 }
/** The left edge of the right margin. */
export const rightEdge = page.width - page.margin
const ink = '#1c2421'
export const muted = '#56615c'
const hairline = '#d5dbd8'

export type TextLook = { face?: FontName; color?: string; points?: number }

/** Landscape pages, written from the top down; `y` is the position of the next line in points. */
export class Sheet {
  readonly pdf: ReturnType<typeof openPdf>['document']
  y = page.margin
  readonly #bytes: Promise<Uint8Array>
  readonly #look: Required<TextLook> & { baseline: 'alphabetic' | 'top' }

  /** `baseline` decides whether `y` is the top of a line or its baseline. */
  constructor(info: PdfInfo, { points, baseline }: { points: number; baseline: 'alphabetic' | 'top' }) {
    const { document, bytes } = openPdf(page.width, page.height, info)
    this.pdf = document
    this.#bytes = bytes
    this.#look = { face: 'regular', color: ink, points, baseline }
  }

  /** Writes one line that begins at `x`. */
  write(text: string, x: number, look: TextLook = {}): void {
    const { face, color, points, baseline } = { ...this.#look, ...look }
    this.pdf.font(face).fontSize(points).fillColor(color)
    this.pdf.text(printable(text), x, this.y, { lineBreak: false, ...(baseline === 'alphabetic' && { baseline }) })
  }

  /** Writes one line that ends at `edge`. */
  writeRight(text: string, edge: number, look: TextLook = {}): void {
    const { face, points } = { ...this.#look, ...look }
    this.write(text, edge - widthOf(printable(text), face, points), look)
  }

  /** A hairline over the width of the page, `below` points under `y`. */
  rule(space = 0): void {
    const y = this.y + space
    this.pdf.path(`M${page.margin} ${y} H${rightEdge}`).lineWidth(0.5).stroke(hairline)
  }

  end(): Promise<Uint8Array> {
    this.pdf.end()
    return this.#bytes
  }
}
