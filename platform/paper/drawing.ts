import { type FontName, printable, widthOf } from './fonts.ts'

export type Shape = { kind: 'shape'; d: string; fill?: string; stroke?: string; line?: number; role?: 'qr' }
export type Line = {
  kind: 'text'
  text: string
  /** Left end of the baseline. */
  x: number
  y: number
  width: number
  size: number
  font: FontName
  fill: string
  tracking: number
}
/** A picture on the page, in points. */
export type PlacedPicture = { kind: 'picture'; x: number; y: number; width: number; height: number; png: Uint8Array }
export type Drawing = {
  width: number
  height: number
  /** A JPEG that fills the page behind everything else. */
  picture: Uint8Array | null
  marks: (Shape | Line | PlacedPicture)[]
}

export type Style = { font?: FontName; size: number; fill: string; tracking?: number; least?: number }
type Anchor = 'start' | 'middle' | 'end'

const anchorShares: Record<Anchor, number> = { start: 0, middle: 0.5, end: 1 }

/** The largest size, up to the style's, at which the line fits into `room`. */
function fittingSize(text: string, style: Style, room: number): number {
  const width = widthOf(text, style.font ?? 'regular', style.size, style.tracking)
  return width <= room ? style.size : Math.max(style.least ?? 5, Math.floor((style.size * room * 20) / width) / 20)
}

// Below the smallest legible size a line is truncated, so that it does not overlap its neighbor.
function truncate(text: string, font: FontName, size: number, tracking: number, room: number): string {
  const letters = Array.from(text)
  let fitted = text
  while (letters.length > 1 && widthOf(fitted, font, size, tracking) > room) {
    letters.pop()
    fitted = `${letters.join('').trimEnd()}…`
  }
  return fitted
}

/** One line, set smaller if wider than `room` points. `x` is its left end, middle or right end. */
export function line(text: string, x: number, y: number, room: number, style: Style, anchor: Anchor = 'start'): Line {
  const font = style.font ?? 'regular'
  const clean = printable(text)
  const size = fittingSize(clean, style, room)
  const tracking = ((style.tracking ?? 0) * size) / style.size
  const fitted = truncate(clean, font, size, tracking, room)
  const width = widthOf(fitted, font, size, tracking)
  return {
    kind: 'text',
    text: fitted,
    x: x - width * anchorShares[anchor],
    y,
    width,
    size,
    font,
    fill: style.fill,
    tracking,
  }
}

function breakLines(text: string, font: FontName, size: number, room: number): string[] {
  const lines: string[] = []
  for (const word of printable(text).split(' ')) {
    const extendedLine = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(extendedLine, font, size) <= room) lines[lines.length - 1] = extendedLine
    else lines.push(word)
  }
  return lines
}

/** A paragraph of at most `most` lines, set smaller until it fits. `y` is the first baseline. */
export function paragraph(
  text: string,
  x: number,
  y: number,
  room: number,
  max: number,
  style: Style,
  anchor: Anchor,
): Line[] {
  const font = style.font ?? 'regular'
  let size = style.size
  let lines = breakLines(text, font, size, room)
  while (lines.length > max && size > 6) {
    size -= 0.5
    lines = breakLines(text, font, size, room)
  }
  return lines
    .slice(0, max)
    .map((part, index) => line(part, x, y + index * size * 1.45, room, { ...style, size }, anchor))
}

const n = (value: number) => String(Math.round(value * 100) / 100)

export const box = (x: number, y: number, width: number, height: number) =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`

export const rule = (x1: number, y1: number, x2: number, y2: number) => `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`

export function circle(x: number, y: number, radius: number): string {
  const r = n(radius)
  return `M${n(x - radius)} ${n(y)}A${r} ${r} 0 1 0 ${n(x + radius)} ${n(y)}A${r} ${r} 0 1 0 ${n(x - radius)} ${n(y)}Z`
}

/** A ring of `petals` soft waves, as on printed securities. */
export function rosette(x: number, y: number, radius: number, depth: number, petals: number, turn = 0): string {
  const steps = petals * 8
  const points = Array.from({ length: steps }, (_unused, step) => {
    const angle = (step / steps) * 2 * Math.PI
    const distance = radius + depth * Math.cos(petals * angle + turn)
    return `${n(x + distance * Math.cos(angle))} ${n(y + distance * Math.sin(angle))}`
  })
  return `M${points.join('L')}Z`
}

/** A fine wave from left to right. */
export function wave(x1: number, x2: number, y: number, height: number, length: number, shift: number): string {
  const steps = Math.ceil((x2 - x1) / 4)
  const points = Array.from({ length: steps + 1 }, (_unused, step) => {
    const x = Math.min(x2, x1 + step * 4)
    return `${n(x)} ${n(y + height * Math.sin((x / length) * 2 * Math.PI + shift))}`
  })
  return `M${points.join('L')}`
}
