declare module 'pdfkit' {
  export type TextOptions = {
    width?: number
    align?: 'left' | 'center' | 'right'
    lineBreak?: boolean
    lineGap?: number
    baseline?: 'alphabetic'
    characterSpacing?: number | undefined
    link?: string
    /** The next text continues the same paragraph. */
    continued?: boolean
  }

  export default class PDFDocument {
    constructor(options: Record<string, unknown>)
    x: number
    y: number
    /** The chosen font; pdfkit gives no other access to its measures. */
    readonly _font: { ascender: number; descender: number; lineGap: number }
    readonly page: { width: number; height: number }
    on(event: 'data', listener: (chunk: Uint8Array) => void): this
    on(event: 'end', listener: () => void): this
    on(event: 'error', listener: (error: Error) => void): this
    registerFont(name: string, source: Uint8Array): this
    font(name: string): this
    fontSize(size: number): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    text(text: string, options?: TextOptions): this
    moveDown(lines?: number): this
    addPage(): this
    path(d: string): this
    rect(x: number, y: number, width: number, height: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(width: number): this
    fillColor(color: string): this
    strokeColor(color: string): this
    fill(color: string): this
    stroke(color: string): this
    image(picture: Uint8Array, x: number, y: number, options: { width: number; height: number }): this
    heightOfString(text: string, options?: TextOptions): number
    end(): void
  }
}

declare module 'fontkit' {
  export type GlyphPath = {
    scale(x: number, y: number): GlyphPath
    translate(x: number, y: number): GlyphPath
    toSVG(): string
  }
  export type GlyphRun = {
    advanceWidth: number
    glyphs: { path: GlyphPath }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
  export type Font = {
    unitsPerEm: number
    layout(text: string): GlyphRun
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}
