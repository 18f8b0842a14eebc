import {
  box,
  circle,
  type Drawing,
  type Line,
  line,
  paragraph,
  rosette,
  rule,
  type Shape,
  type Style,
  wave,
} from './drawing.ts'
import type { CertificateModel } from './model.ts'
import { qrPath } from './qr.ts'
import { fillBody, longDate, WORDS } from './words.ts'

type Marks = (Shape | Line)[]
type Page = { width: number; height: number; accent: string; model: CertificateModel }

const INK = '#1c2421'
const MUTED = '#56615c'
const HAIR = '#c9d1cc'
const MARGIN = 58
const QR_SIDE = 84

const LABEL: Style = { size: 8.5, fill: MUTED, tracking: 0.2 }
const VALUE: Style = { font: 'semibold', size: 12, fill: INK, least: 7 }

const shape = (d: string, look: Omit<Shape, 'kind' | 'd'>): Shape => ({ kind: 'shape', d, ...look })

/** A colour between the accent and white, `share` of it accent. */
function tint(accent: string, share: number): string {
  const channel = (at: number) => Math.round(255 - (255 - Number.parseInt(accent.slice(at, at + 2), 16)) * share)
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
}

function ground({ width, height, accent }: Page): Marks {
  const waves = Array.from({ length: 9 }, (_unused, index) =>
    shape(wave(31, width - 31, 66 + index * 3.2, 14, 190, index * 0.42), { stroke: tint(accent, 0.12), line: 0.5 }),
  )
  return [
    shape(box(0, 0, width, height), { fill: '#ffffff' }),
    ...waves,
    shape(box(24, 24, width - 48, height - 48), { stroke: accent, line: 2.2 }),
    shape(box(30, 30, width - 60, height - 60), { stroke: tint(accent, 0.45), line: 0.6 }),
  ]
}

function header({ width, accent, model }: Page): Marks {
  const room = (width - 2 * MARGIN) / 2 - 10
  const right = width - MARGIN
  return [
    line(model.organization_name, MARGIN, 76, room, { font: 'semibold', size: 17, fill: accent, least: 8 }),
    line(WORDS[model.language].number, right, 64, room, LABEL, 'end'),
    line(model.certificate_number, right, 80, room, { ...VALUE, size: 13 }, 'end'),
  ]
}

function title({ width, model }: Page): Marks {
  const [first = '', ...others] = model.template.title_lines
  const room = width - 2 * MARGIN
  const below = others
    .slice(0, 2)
    .map((text, index) =>
      line(text, width / 2, 166 + index * 17, room, { size: 13.5, fill: MUTED, tracking: 0.3, least: 8 }, 'middle'),
    )
  return [line(first, width / 2, 142, room, { font: 'semibold', size: 34, fill: INK, least: 14 }, 'middle'), ...below]
}

function personLine(model: CertificateModel): string {
  const words = WORDS[model.language]
  const dob = model.dob ? `${words.dob}: ${longDate(model.dob, model.language)}` : ''
  const license = model.driver_license ? `${words.license}: ${model.driver_license}` : ''
  return [dob, license].filter(Boolean).join(' · ')
}

function person({ width, accent, model }: Page): Marks {
  const middle = width / 2
  const room = width - 2 * MARGIN - 24
  const name = line(
    model.student_name,
    middle,
    256,
    room,
    { font: 'semibold', size: 36, fill: accent, least: 11 },
    'middle',
  )
  const reach = Math.max(190, Math.min(room, name.width + 40) / 2)
  return [
    line(WORDS[model.language].certifies, middle, 212, room, { size: 13, fill: MUTED }, 'middle'),
    name,
    shape(rule(middle - reach, 272, middle + reach, 272), { stroke: HAIR, line: 0.8 }),
    line(personLine(model), middle, 291, room, { size: 11, fill: INK, least: 7 }, 'middle'),
  ]
}

function body({ width, model }: Page): Marks {
  const room = Math.min(590, width - 2 * MARGIN)
  return paragraph(fillBody(model), width / 2, 325, room, 4, { size: 13.5, fill: INK }, 'middle')
}

function facts({ width, height, model }: Page): Marks {
  const words = WORDS[model.language]
  const day = (value: string) => longDate(value, model.language, model.time_zone)
  const cells: [string, string, number][] = [
    [words.course, model.course_name, 0.4],
    [words.hours, String(model.hours), 0.14],
    [words.completed, day(model.completed_at), 0.23],
    [words.issued, day(model.issued_at), 0.23],
  ]
  const top = height - 200
  const whole = width - 2 * MARGIN
  const marks: Marks = [rule(MARGIN, top, width - MARGIN, top), rule(MARGIN, top + 42, width - MARGIN, top + 42)].map(
    (d) => shape(d, { stroke: HAIR, line: 0.8 }),
  )
  let x = MARGIN
  for (const [label, value, share] of cells) {
    const room = whole * share - 14
    marks.push(line(label, x, top + 16, room, { ...LABEL, least: 6 }), line(value, x, top + 32, room, VALUE))
    x += whole * share
  }
  return marks
}

// A page's signature stands under its right half; the check column ends before it.
const signatureSpan = (width: number) => ({ middle: width * 0.575, room: Math.min(190, width * 0.25) })

function check({ width, height, model }: Page): Marks {
  const words = WORDS[model.language]
  const top = height - 146
  const x = MARGIN + QR_SIDE + 8
  const { middle, room: span } = signatureSpan(width)
  const room = Math.min(170, middle - span / 2 - x - 14)
  const address = model.check_url.replace(/^https?:\/\//, '').replace(/([/?])/g, '$1 ')
  return [
    shape(qrPath(model.check_url, MARGIN - 6, top, QR_SIDE), { fill: '#000000', role: 'qr' }),
    line(words.check, x, top + 18, room, { font: 'semibold', size: 10, fill: INK, least: 6 }),
    ...paragraph(address, x, top + 33, room, 2, { size: 8.5, fill: MUTED }, 'start').map(closeUp(room)),
    line(`${words.code}: ${model.check_code}`, x, top + 62, room, { font: 'semibold', size: 10, fill: INK, least: 6 }),
  ]
}

// The address was opened at its slashes so that it may break there; on the line it is written without blanks.
const closeUp = (room: number) => (part: Line) =>
  line(part.text.replaceAll(' ', ''), part.x, part.y, room, { size: part.size, fill: part.fill, font: part.font })

function signature({ width, height, model }: Page): Marks {
  const { middle, room } = signatureSpan(width)
  const y = height - 96
  const { signature_name, signature_title } = model.template
  return [
    line(signature_name, middle, y - 8, room, { font: 'semibold', size: 14, fill: INK, least: 8 }, 'middle'),
    shape(rule(middle - room / 2, y, middle + room / 2, y), { stroke: MUTED, line: 0.8 }),
    line(signature_title, middle, y + 14, room, { size: 9, fill: MUTED, least: 6 }, 'middle'),
  ]
}

function seal({ width, height, accent, model }: Page): Marks {
  const x = width - MARGIN - 46
  const y = height - 102
  const tick = `M${x - 11} ${y - 9}l8 8l15 -16`
  return [
    shape(rosette(x, y, 43, 2.2, 36), { fill: accent }),
    shape(rosette(x, y, 36.5, 1.6, 36), { stroke: '#ffffff', line: 0.7 }),
    shape(rosette(x, y, 36.5, 1.6, 36, Math.PI), { stroke: '#ffffff', line: 0.7 }),
    shape(circle(x, y, 32), { fill: accent, stroke: '#ffffff', line: 0.9 }),
    shape(tick, { stroke: '#ffffff', line: 3.4 }),
    line(
      model.template.seal,
      x,
      y + 16,
      46,
      { font: 'semibold', size: 9.5, fill: '#ffffff', tracking: 0.6, least: 5 },
      'middle',
    ),
  ]
}

function footer({ width, height, model }: Page): Marks {
  const room = width - 2 * MARGIN
  return [line(model.bottomLeftText, MARGIN, height - 41, room, { size: 8.5, fill: MUTED, least: 6 })]
}

const SIZES = { landscape: [792, 612], portrait: [612, 792] } as const

/** Places everything a certificate shows on a Letter page, in points from the top left. */
export function layOut(model: CertificateModel): Drawing {
  const [width, height] = SIZES[model.template.orientation]
  const page: Page = { width, height, accent: model.template.accent, model }
  const parts = [ground, header, title, person, body, facts, check, signature, seal, footer]
  return { width, height, marks: parts.flatMap((part) => part(page)) }
}
