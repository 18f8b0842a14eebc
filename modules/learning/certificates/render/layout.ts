import { type DesignField, isSignature, pageSizes } from '#modules/catalogue/index.ts'
import {
  box,
  circle,
  type Drawing,
  type Line,
  line,
  type PlacedPicture,
  paragraph,
  rosette,
  rule,
  type Shape,
  type Style,
  wave,
} from '#platform/paper/drawing.ts'
import { qrPath } from '#platform/paper/qr.ts'
import type { CertificateModel } from './model.ts'
import { fill } from './words.ts'

type Marks = (Shape | Line | PlacedPicture)[]
/** The picture of a signature with its size in pixels. */
export type Signature = { png: Uint8Array; width: number; height: number }
type Page = { width: number; height: number; accent: string; model: CertificateModel; signature: Signature | null }

const inkColor = '#1c2421'
const mutedColor = '#56615c'
const hairlineColor = '#c9d1cc'

const shape = (d: string, look: Omit<Shape, 'kind' | 'd'>): Shape => ({ kind: 'shape', d, ...look })

/** A mix of the accent color and white; `share` is the accent's part. */
function tint(accent: string, share: number): string {
  const channel = (index: number) =>
    Math.round(255 - (255 - Number.parseInt(accent.slice(index, index + 2), 16)) * share)
  return `#${[1, 3, 5].map((index) => channel(index).toString(16).padStart(2, '0')).join('')}`
}

function drawFrame({ width, height, accent, model }: Page): Marks {
  const border = shape(box(24, 24, width - 48, height - 48), { stroke: accent, line: 2.2 })
  const { frame: kind } = model.template.design
  if (kind === 'none') return []
  if (kind === 'line') return [border]
  const waves = Array.from({ length: 9 }, (_unused, index) =>
    shape(wave(31, width - 31, 66 + index * 3.2, 14, 190, index * 0.42), { stroke: tint(accent, 0.12), line: 0.5 }),
  )
  return [...waves, border, shape(box(30, 30, width - 60, height - 60), { stroke: tint(accent, 0.45), line: 0.6 })]
}

const colorOf = ({ color }: DesignField, { accent }: Page) =>
  ({ ink: inkColor, muted: mutedColor, accent, hair: hairlineColor })[color]

const alignShares = { start: 0, middle: 0.5, end: 1 } as const

/** Draws a signature above its line; draws nothing without a signer, to avoid an empty line. */
function drawSignature(field: DesignField, { model, signature, accent }: Page): Marks {
  const { x, y, width, size, align, color } = field
  if (!model.signer) return []
  const stroke = { ink: inkColor, muted: mutedColor, accent, hair: hairlineColor }[color]
  const baseline = shape(rule(x, y, x + width, y), { stroke, line: 0.8 })
  if (!signature) return [baseline]
  const scale = Math.min((width * 0.9) / signature.width, (size - 3) / signature.height)
  const [wide, high] = [signature.width * scale, signature.height * scale]
  const left = x + (width - wide) * alignShares[align]
  return [{ kind: 'picture', x: left, y: y - 2 - high, width: wide, height: high, png: signature.png }, baseline]
}

function drawText(field: DesignField, page: Page): Marks {
  if (isSignature(field)) return drawSignature(field, page)
  const { x, y, width, size, lines, align, weight } = field
  const text = fill(field.text, page.model)
  const style: Style = { font: weight, size, fill: colorOf(field, page), least: Math.min(size, 5) }
  const anchor = x + width * alignShares[align]
  if (lines === 1) return [line(text, anchor, y, width, style, align)]
  if (!field.text[0].includes('{check_url}')) return paragraph(text, anchor, y, width, lines, style, align)
  // An address has no spaces: it is split at its slashes for wrapping, and joined again on each line.
  const breakable = paragraph(text.replace(/([/?])/g, '$1 '), anchor, y, width, lines, style, align)
  return breakable.map((part) =>
    line(part.text.replaceAll(' ', ''), anchor, part.y, width, { ...style, size: part.size }, align),
  )
}

function drawSeal(field: DesignField, page: Page): Marks {
  const color = colorOf(field, page)
  const half = field.width / 2
  const unit = half / 43
  const [x, y] = [field.x + half, field.y + half]
  const tick = `M${x - 11 * unit} ${y - 9 * unit}l${8 * unit} ${8 * unit}l${15 * unit} ${-16 * unit}`
  return [
    shape(rosette(x, y, half, 2.2 * unit, 36), { fill: color }),
    shape(rosette(x, y, 36.5 * unit, 1.6 * unit, 36), { stroke: '#ffffff', line: 0.7 }),
    shape(rosette(x, y, 36.5 * unit, 1.6 * unit, 36, Math.PI), { stroke: '#ffffff', line: 0.7 }),
    shape(circle(x, y, 32 * unit), { fill: color, stroke: '#ffffff', line: 0.9 }),
    shape(tick, { stroke: '#ffffff', line: 3.4 * unit }),
    line(
      fill(field.text, page.model),
      x,
      y + 16 * unit,
      46 * unit,
      { font: 'semibold', size: 9.5 * unit, fill: '#ffffff', tracking: 0.6, least: 3 },
      'middle',
    ),
  ]
}

const drawers: Readonly<Record<DesignField['kind'], (field: DesignField, page: Page) => Marks>> = {
  text: drawText,
  line: (field, page) => [
    shape(rule(field.x, field.y, field.x + field.width, field.y), { stroke: colorOf(field, page), line: 0.8 }),
  ],
  qr: ({ x, y, width }, { model }) => [
    shape(box(x, y, width, width), { fill: '#ffffff' }),
    shape(qrPath(model.check_url, x, y, width), { fill: '#000000', role: 'qr' }),
  ],
  seal: drawSeal,
}

/** Places everything a certificate shows on a Letter page, in points from the top left. */
export function layOut(
  model: CertificateModel,
  picture: Uint8Array | null = null,
  signature: Signature | null = null,
): Drawing {
  const { design } = model.template
  const [width, height] = pageSizes[design.orientation]
  const page: Page = { width, height, accent: design.accent, model, signature }
  const marks = [...drawFrame(page), ...design.fields.flatMap((field) => drawers[field.kind](field, page))]
  return { width, height, picture, marks }
}
