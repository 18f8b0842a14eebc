import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import { composed, normalForm } from '#platform/composed.shared.ts'
import { directionOf } from '#platform/locale-format.ts'
import { type Locale, localize, type Texts } from '#platform/texts.ts'

export type FontName = 'regular' | 'semibold'

/** Fonts of other scripts, read when a text first needs them; `in` lists characters that they may have. */
const others = [
  { face: 'greek-cyrillic', in: /[\u0300-\u052f\u1f00-\u206f\u20a0-\u214f\u2de0-\u2dff\ua640-\ua69f]/ },
  { face: 'symbols', in: /[\u2100-\u27bf]/ },
  { face: 'han', in: /[\u2e80-\u312f\u31f0-\u9fff\uf900-\ufaff\uff00-\uffef]/ },
  { face: 'hangul', in: /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/ },
] as const
type OtherFace = (typeof others)[number]['face']
/** A font file: one of our weights, or another script; a script with a single weight uses it for all text. */
export type Face = FontName | Exclude<OtherFace, 'greek-cyrillic'> | `greek-cyrillic-${FontName}`

/** Part of a line in one font. */
export type Run = { face: Face; text: string }

const loaded = new Map<Face, { bytes: Uint8Array; font: Font }>()

// A bundle is not next to the fonts, but the folder it was started from is.
function findFile(name: string): string {
  const localFile = fileURLToPath(new URL(`./fonts/${name}`, import.meta.url))
  return existsSync(localFile) ? localFile : join(process.cwd(), 'platform/paper/fonts', name)
}

const read = (face: Face): Uint8Array =>
  face === 'regular' || face === 'semibold'
    ? readFileSync(findFile(`certificate-sans-${face}.ttf`))
    : brotliDecompressSync(readFileSync(findFile(`noto-${face}.ttf.br`)))

function load(face: Face) {
  const cached = loaded.get(face)
  if (cached) return cached
  const bytes = new Uint8Array(read(face))
  const entry = { bytes, font: create(bytes) }
  loaded.set(face, entry)
  return entry
}

export const fontBytes = (face: Face) => load(face).bytes
const hasGlyph = (face: Face, character: string) => load(face).font.hasGlyphForCodePoint(character.codePointAt(0)!)

/** The font that has a character, or null. */
function faceOf(character: string, name: FontName): Face | null {
  if (hasGlyph(name, character)) return name
  for (const other of others) {
    if (!other.in.test(character)) continue
    const face: Face = other.face === 'greek-cyrillic' ? `greek-cyrillic-${name}` : other.face
    if (hasGlyph(face, character)) return face
  }
  return null
}

/** Splits a text into runs of one font each; accents stay with their letter. */
export function runsOf(text: string, name: FontName): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const stays = last && /\p{M}/u.test(character) && hasGlyph(last.face, character)
    const face = stays ? last.face : (faceOf(character, name) ?? name)
    if (last?.face === face) last.text += character
    else runs.push({ face, text: character })
  }
  return runs
}

/** Hyphens and spaces that look alike and differ only in where lines may break. */
const plainForms: Readonly<Record<string, string>> = { '\u2010': '-', '\u2011': '-', '\u00ad': '' }

function substitute(character: string): string {
  const plainForm = plainForms[character]
  if (plainForm !== undefined) return plainForm
  if (faceOf(character, 'regular')) return character
  const plainer = (['NFD', 'NFKD'] as const).map((form) => normalForm(character, form).replace(/\p{M}/gu, ''))
  const isDrawn = (letters: string) =>
    letters !== '' && Array.from(letters).every((letter) => faceOf(letter, 'regular'))
  return plainer.find(isDrawn) ?? '\u25a1'
}

/** One line of text in letters that the fonts have; a letter with an unknown accent loses only the accent. */
export function printable(text: string): string {
  const line = composed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
  return Array.from(line, substitute).join('')
}

/** The language for printing these texts: English if the fonts lack its letters or its word order. */
export function paperLocale(locale: Locale, table: Texts): Locale {
  const isDrawn = (text: string) => !printable(text).includes('\u25a1')
  const isPrintable =
    directionOf(locale) === 'ltr' && Object.values(table).every((text) => isDrawn(localize(locale, text)))
  return isPrintable ? locale : 'en-us'
}

/** Width of a line in points. */
export function widthOf(text: string, name: FontName, size: number, tracking = 0): number {
  const width = runsOf(text, name).reduce((sum, run) => {
    const { font } = load(run.face)
    return sum + (font.layout(run.text).advanceWidth / font.unitsPerEm) * size
  }, 0)
  return width + tracking * Math.max(0, Array.from(text).length - 1)
}

const rounded = (d: string) =>
  d.replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100))

/** The outline of a line as SVG path data, its baseline starting at x, y. */
export function outlineOf(text: string, name: FontName, size: number, x: number, y: number, tracking = 0): string {
  let pen = x
  return runsOf(text, name)
    .flatMap(({ face, text }) => {
      const { font } = load(face)
      const scale = size / font.unitsPerEm
      const run = font.layout(text)
      return run.glyphs.map((glyph, index) => {
        const { xAdvance, xOffset, yOffset } = run.positions[index]!
        const outline = glyph.path.scale(scale, -scale).translate(pen + xOffset * scale, y - yOffset * scale)
        pen += xAdvance * scale + tracking
        return rounded(outline.toSVG())
      })
    })
    .join('')
}
