import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { directionOf } from '../../../../platform/locale-format.ts'
import { type Locale, pick, type Texts } from '../../../../platform/texts.ts'

export type FontName = 'regular' | 'semibold'

const loaded = new Map<FontName, { bytes: Uint8Array; font: Font }>()

// In a bundle this file is no longer next to its fonts; the directory it was started from has them.
function findFile(name: string): string {
  const beside = fileURLToPath(new URL(`./fonts/${name}`, import.meta.url))
  return existsSync(beside) ? beside : join(process.cwd(), 'modules/learning/certificates/render/fonts', name)
}

function load(name: FontName) {
  const known = loaded.get(name)
  if (known) return known
  const bytes = new Uint8Array(readFileSync(findFile(`certificate-sans-${name}.ttf`)))
  const entry = { bytes, font: create(bytes) }
  loaded.set(name, entry)
  return entry
}

export const fontBytes = (name: FontName) => load(name).bytes

function substitute(character: string, font: Font): string {
  if (font.hasGlyphForCodePoint(character.codePointAt(0)!)) return character
  const letters = character.normalize('NFD').replace(/\p{M}/gu, '')
  return letters !== '' && Array.from(letters).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!))
    ? letters
    : '\u25a1'
}

/** One line of text in letters the fonts have; a letter with an unknown accent loses only the accent. */
export function legible(text: string): string {
  const { font } = load('regular')
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
  return Array.from(line, (character) => substitute(character, font)).join('')
}

/** The language in which these texts are put on paper: English where the fonts lack its letters, or the order of its words. */
export function paperLocale(locale: Locale, table: Texts): Locale {
  const isDrawn = (words: string) => !legible(words).includes('\u25a1')
  const drawn = directionOf(locale) === 'ltr' && Object.values(table).every((text) => isDrawn(pick(locale, text)))
  return drawn ? locale : 'en-us'
}

/** Width of a line in points. */
export function widthOf(text: string, name: FontName, size: number, tracking = 0): number {
  const { font } = load(name)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size + tracking * Math.max(0, Array.from(text).length - 1)
}

const rounded = (d: string) =>
  d.replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100))

/** The outline of a line as SVG path data, its baseline starting at x, y. */
export function outlineOf(text: string, name: FontName, size: number, x: number, y: number, tracking = 0): string {
  const { font } = load(name)
  const scale = size / font.unitsPerEm
  const run = font.layout(text)
  let pen = x
  return run.glyphs
    .map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = run.positions[index]!
      const outline = glyph.path.scale(scale, -scale).translate(pen + xOffset * scale, y - yOffset * scale)
      pen += xAdvance * scale + tracking
      return rounded(outline.toSVG())
    })
    .join('')
}
