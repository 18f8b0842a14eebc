import PDFDocument, { type TextOptions } from 'pdfkit'
import sharp from 'sharp'
import type { Drawing, Line, PlacedPicture, Shape } from './drawing.ts'
import { type FontName, fontBytes, outlineOf, runsOf, widthOf } from './fonts.ts'

export type PdfInfo = { title: string; author: string; language: string; created: Date; compress?: boolean }

const dotsPerPoint = 200 / 72

/** A pdfkit document with our fonts; its bytes depend only on the content and `created`. */
export function openPdf(width: number, height: number, info: PdfInfo, margin = 0) {
  const document = new PDFDocument({
    size: [width, height],
    margin,
    font: null,
    compress: info.compress ?? true,
    lang: info.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: info.title,
      Author: info.author,
      Creator: 'Waypost',
      Producer: 'Waypost',
      CreationDate: info.created,
    },
  })
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    document.on('data', (chunk) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
  document.registerFont('regular', fontBytes('regular')).registerFont('semibold', fontBytes('semibold'))
  drawAllScripts(document)
  document.font('regular')
  return { document, bytes }
}

/** Makes `text` switch fonts for characters that the chosen font lacks. */
function drawAllScripts(document: PDFDocument): void {
  const [setFont, write] = [document.font.bind(document), document.text.bind(document)]
  let name: FontName = 'regular'
  let size = 12
  const setSize = document.fontSize.bind(document)
  document.fontSize = (points) => {
    size = points
    return setSize(points)
  }
  document.font = (chosen) => {
    name = chosen as FontName
    return setFont(chosen)
  }
  const choose = (face: ReturnType<typeof runsOf>[number]['face']) => {
    setFont(name)
    const { ascender, descender, lineGap } = document._font
    document.registerFont(face, fontBytes(face))
    setFont(face)
    // All fonts of a line share one baseline.
    if (face !== name) Object.assign(document._font, { ascender, descender, lineGap })
  }
  document.text = (text: string, ...place: [x?: number | TextOptions, y?: number, options?: TextOptions]) => {
    const runs = runsOf(text, name)
    if (runs.every(({ face }) => face === name)) return write(text, ...(place as [number, number, TextOptions]))
    const [x, y, options] =
      typeof place[0] === 'object'
        ? [document.x, document.y, place[0]]
        : [place[0] ?? document.x, place[1] ?? document.y, place[2]]
    let pen = x
    for (const [index, run] of runs.entries()) {
      choose(run.face)
      if (options?.lineBreak === false) {
        write(run.text, pen, y, options)
        pen += widthOf(run.text, name, size) + (options.characterSpacing ?? 0) * Array.from(run.text).length
      } else if (index === 0) write(run.text, x, y, { ...options, continued: true })
      else write(run.text, { ...options, continued: index < runs.length - 1 })
    }
    setFont(name)
    return document
  }
}

function paintShape(document: PDFDocument, shape: Shape): void {
  document.lineWidth(shape.line ?? 1)
  if (shape.fill) document.path(shape.d).fill(shape.fill)
  if (shape.stroke) document.path(shape.d).stroke(shape.stroke)
}

function paintLine(document: PDFDocument, mark: Line): void {
  document.font(mark.font).fontSize(mark.size).fillColor(mark.fill)
  document.text(mark.text, mark.x, mark.y, {
    lineBreak: false,
    baseline: 'alphabetic',
    characterSpacing: mark.tracking,
  })
}

function paintGround(document: PDFDocument, { width, height, picture }: Drawing): void {
  document.rect(0, 0, width, height).fill('#ffffff')
  if (picture) document.image(Buffer.from(picture), 0, 0, { width, height })
}

/** One page of PDF with selectable text. */
export function paintPdf(drawing: Drawing, info: PdfInfo): Promise<Uint8Array> {
  const { document, bytes } = openPdf(drawing.width, drawing.height, info)
  paintGround(document, drawing)
  for (const mark of drawing.marks) {
    if (mark.kind === 'text') paintLine(document, mark)
    else if (mark.kind === 'shape') paintShape(document, mark)
    else document.image(Buffer.from(mark.png), mark.x, mark.y, { width: mark.width, height: mark.height })
  }
  document.end()
  return bytes
}

function svgMark(mark: Shape | Line | PlacedPicture): string {
  if (mark.kind === 'picture') {
    const { x, y, width, height, png } = mark
    const place = `x="${x}" y="${y}" width="${width}" height="${height}"`
    return `<image ${place} href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`
  }
  if (mark.kind === 'text') {
    const { text, font, size, x, y, tracking, fill } = mark
    return `<path fill="${fill}" d="${outlineOf(text, font, size, x, y, tracking)}"/>`
  }
  const stroke = mark.stroke ? ` stroke="${mark.stroke}" stroke-width="${mark.line ?? 1}"` : ''
  const edges = mark.role === 'qr' ? ' shape-rendering="crispEdges"' : ''
  return `<path fill="${mark.fill ?? 'none'}"${stroke}${edges} d="${mark.d}"/>`
}

/** The drawing as SVG with outlined letters, so that it looks the same on a machine without fonts. */
function paintSvg(drawing: Drawing): string {
  const { width, height, picture, marks } = drawing
  const size = `width="${Math.round(width * dotsPerPoint)}" height="${Math.round(height * dotsPerPoint)}"`
  const ground = `<rect width="${width}" height="${height}" fill="#ffffff"/>`
  const background = picture
    ? `<image width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">${ground}${background}${marks.map(svgMark).join('')}</svg>`
}

/** The drawing as JPEG, 200 dots an inch. */
export async function paintJpg(drawing: Drawing): Promise<Uint8Array> {
  const picture = sharp(Buffer.from(paintSvg(drawing))).flatten({ background: '#ffffff' })
  return new Uint8Array(
    await picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).withMetadata({ density: 200 }).toBuffer(),
  )
}

/** The drawing as PNG, this many pixels wide. */
export async function paintPng(drawing: Drawing, width: number): Promise<Uint8Array> {
  const picture = sharp(Buffer.from(paintSvg(drawing))).resize({ width })
  return new Uint8Array(await picture.png({ compressionLevel: 9, palette: true }).toBuffer())
}
