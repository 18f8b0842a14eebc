import { textOfFile } from '#platform/readers/text-of-file.ts'
import { captionsErrors } from './captions-errors.ts'

const webVttTime = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
/** SubRip uses a comma before the milliseconds, and some programs write fewer digits. */
const subRipTime = /^(\d{1,4}):([0-5]?\d):([0-5]?\d)[,.](\d{1,3})$/
const maxCues = 20_000

const isTiming = (line: string) => line.includes('-->')

type Block = { line: number; lines: string[] }
type Cue = { id: string[]; from: string; to: string; settings: string; text: string[] }

/**
 * Converts a WebVTT or SubRip file in UTF-8, UTF-16 or Windows-1252 to WebVTT text. Refuses a file with text that a
 * player would not show, with the line in the error.
 */
export function readCaptions(bytes: Uint8Array): string {
  const text = textOfFile(bytes)
  if (text === null) throw bytes.includes(0) ? captionsErrors.noText() : captionsErrors.encoding()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (/^WEBVTT(?:[ \t]|$)/.test(lines[0]!.slice(0, 10))) {
    countCues(cuesOf(bodyBlocks(lines), webVttTime))
    return text.replace(/^\uFEFF/, '')
  }
  if (!lines.some(isTiming)) throw captionsErrors.noText()
  const cues = cuesOf(blocksOf(lines, 0), subRipTime)
  countCues(cues)
  return `WEBVTT\n\n${cues.map(toWebVtt).join('\n\n')}\n`
}

function countCues({ length }: readonly Cue[]): void {
  if (length === 0) throw captionsErrors.none()
  if (length > maxCues) throw captionsErrors.tooMany()
}

/** The blocks of a WebVTT file after its header, without notes and styles. */
const bodyBlocks = (lines: readonly string[]): Block[] => {
  const first = lines.findIndex((line, index) => index > 0 && (line.trim() === '' || isTiming(line)))
  const blocks = first === -1 ? [] : blocksOf(lines, first)
  return blocks.filter(({ lines: [head = ''] }) => !/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(head.slice(0, 10)))
}

/** The blocks of lines between empty ones. A timing line also starts a new block, with the number above it. */
function blocksOf(lines: readonly string[], from: number): Block[] {
  const blocks: Block[] = []
  let block: Block | null = null
  const startBlock = (index: number): Block => {
    const next = { line: index + 1, lines: [] }
    blocks.push(next)
    return next
  }
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]!
    if (line.trim() === '') {
      block = null
      continue
    }
    const isTimed = isTiming(line)
    if (isTimed && block?.lines.some(isTiming)) {
      const lineAbove: string = block.lines.at(-1)!
      const isNumber = block.lines.length > 1 && /^\d{1,6}$/.test(lineAbove.trim())
      block = startBlock(isNumber ? index - 1 : index)
      if (isNumber) block.lines.push(blocks.at(-2)!.lines.pop()!)
    }
    block ??= startBlock(index)
    block.lines.push(line)
  }
  return blocks
}

const cuesOf = (blocks: readonly Block[], time: RegExp): Cue[] => blocks.map((block) => cueOf(block, time))

function cueOf({ line, lines }: Block, time: RegExp): Cue {
  const index = lines.findIndex(isTiming)
  if (index === -1) throw captionsErrors.untimed({ line })
  // A single line above the timing is the cue identifier; further lines would never be shown.
  if (index > 1) throw captionsErrors.untimed({ line })
  const timingLine = lines[index]!
  const arrow = timingLine.indexOf('-->')
  const [from, rest] = [timingLine.slice(0, arrow).trim(), timingLine.slice(arrow + 3).trim()]
  const blank = rest.search(/[ \t]/)
  const [to, settings] = blank === -1 ? [rest, ''] : [rest.slice(0, blank), rest.slice(blank).trim()]
  const [start, end] = [milliseconds(from, time), milliseconds(to, time)]
  const position = { line: line + index }
  if (start === null || end === null) throw captionsErrors.time(position)
  if (start === end) throw captionsErrors.noLength(position)
  if (start > end) throw captionsErrors.backwards(position)
  const id = lines.slice(0, index).filter((line) => !/^\d{1,6}$/.test(line.trim()))
  // A SubRip identifier is a number; anything else is text without timing.
  if (time === subRipTime && id.length > 0) throw captionsErrors.untimed({ line })
  return { id, from: formatTime(start), to: formatTime(end), settings, text: lines.slice(index + 1) }
}

function milliseconds(timestamp: string, time: RegExp): number | null {
  const [, hours = '0', minutes, seconds, rest = ''] = time.exec(timestamp) ?? []
  if (minutes === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest.padEnd(3, '0'))
}

function formatTime(ms: number): string {
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(Math.floor)
  return `${part(hours!)}:${part(minutes!)}:${part(seconds!)}.${part(ms % 1000, 3)}`
}

/** A SubRip caption in WebVTT format. */
function toWebVtt({ from, to, text }: Cue): string {
  const source = text.join('\n')
  // Positions 7 to 9 are the top of the picture.
  const isAbove = /\{\\an[789]\}/.test(source)
  const lines = source.replaceAll(/\{\\an\d\}/g, '').replaceAll(tagOrSign, convertTag)
  return `${from} --> ${to}${isAbove ? ' line:0' : ''}${lines === '' ? '' : `\n${lines}`}`
}

const tagOrSign = /<(?:\/?[biu]|font(?: [a-z]+=(?:"[^"<>]*"|[^\s"<>]+))*|\/font)>|[&<>]/gi
const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Bold, italics and underline are the same in both formats. Colors are left to the player, and other tags become plain
 * text.
 */
const convertTag = (part: string): string => escaped[part] ?? (/font/i.test(part) ? '' : part.toLowerCase())
