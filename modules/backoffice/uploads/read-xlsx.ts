import type { Zip } from '#platform/readers/zip.ts'
import { formatWhole, showsDay } from './number-format.ts'
import { dayOf } from './sheet-day.ts'

type Tag = { name: string; attributes: string; closes: boolean; empty: boolean; before: string }

/** The tags of an XML text in order, with the text before each; names without prefix. */
function* tagsOf(xml: string): Generator<Tag> {
  let at = 0
  for (;;) {
    const open = xml.indexOf('<', at)
    if (open < 0) return
    const comment = xml.startsWith('<!--', open)
    const close = xml.indexOf(comment ? '-->' : '>', open)
    if (close < 0) return
    const end = close + (comment ? 3 : 1)
    const inside = comment ? '!' : xml.slice(open + 1, close)
    const closes = inside.startsWith('/')
    const name = inside.slice(closes ? 1 : 0, nameEnd(inside, closes ? 1 : 0))
    yield {
      name: name.slice(name.indexOf(':') + 1),
      attributes: inside,
      closes,
      empty: inside.endsWith('/'),
      before: xml.slice(at, open),
    }
    at = end
  }
}

function nameEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !/[\s/]/.test(text[at]!)) at += 1
  return at
}

const attribute = (tag: Pick<Tag, 'attributes'>, name: string): string | null => {
  const match = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag.attributes)
  return match ? plain(match[1] ?? match[2] ?? '') : null
}

const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text with entities decoded, and without spreadsheets' escapes for control characters. */
const plain = (text: string): string =>
  text
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
      if (name) return namedEntities[name] ?? all
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/_x000D_/g, '')

/** A sheet as its reader sees it: cells as their program displays them, an empty row as an empty list. */
export type Sheet = {
  rows: string[][]
  /** Its name, and those of the other visible sheets. */
  sheet: string
  others: string[]
  /** Its days count from 1904. */
  from1904: boolean
}

/** The sheet names shown in a refusal or on a page. */
const maxSheets = 50
const maxNameLength = 100

/**
 * The sheet of this name, or the first visible one. Null: not a spreadsheet, or no such sheet. For a larger sheet it
 * returns one row or column above the limit, so that the check reports it.
 */
export async function readXlsx(
  { text: open }: Zip,
  limits: { rows: number; columns: number },
  sheetName: string | null,
): Promise<Sheet | null> {
  const book = await open('xl/workbook.xml')
  if (!book) return null
  const { sheets, from1904 } = sheetsOf(book)
  const chosenSheet = sheetName === null ? sheets[0] : sheets.find(({ name }) => name === sheetName)
  if (!chosenSheet) return null
  const sheet = await open(pathOf(chosenSheet, (await open('xl/_rels/workbook.xml.rels')) ?? ''))
  if (sheet === null) return null
  const strings = sharedStrings((await open('xl/sharedStrings.xml')) ?? '')
  const formats = formatsOf((await open('xl/styles.xml')) ?? '')
  const others = sheets.flatMap(({ name }) => (name === chosenSheet.name ? [] : name)).slice(0, maxSheets)
  return { rows: rowsOf(sheet, { strings, formats, from1904 }, limits), sheet: chosenSheet.name, others, from1904 }
}

type SheetEntry = { name: string; id: string | null }

/** The visible sheets in order; all of them if a workbook hides all. */
function sheetsOf(book: string): { sheets: SheetEntry[]; from1904: boolean } {
  const sheets: (SheetEntry & { isHidden: boolean })[] = []
  let from1904 = false
  for (const tag of tagsOf(book)) {
    if (tag.name === 'workbookPr') from1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')
    if (tag.name !== 'sheet' || tag.closes) continue
    const name = (attribute(tag, 'name') ?? '').slice(0, maxNameLength)
    // The workbook identifies it by `sheetId`; its file name is in the relations.
    sheets.push({ name, id: attribute(tag, 'id'), isHidden: /hidden/i.test(attribute(tag, 'state') ?? '') })
  }
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  return { sheets: visible.length > 0 ? visible : sheets, from1904 }
}

function pathOf({ id }: SheetEntry, relations: string): string {
  let target = 'worksheets/sheet1.xml'
  for (const tag of tagsOf(relations))
    if (tag.name === 'Relationship' && attribute(tag, 'Id') === id) target = attribute(tag, 'Target') ?? target
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Texts shared between cells; for rich text all its parts, without the readings of Japanese words. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let reading = false
  for (const { name, closes, empty, before } of tagsOf(xml)) {
    if (name === 'si' && !closes) text = ''
    if (name === 'rPh') reading = !closes && !empty
    if (name === 't' && closes && !reading) text += plain(before)
    if (name === 'si' && (closes || empty)) strings.push(text)
  }
  return strings
}

const builtInDates = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)

/** How a cell style shows numbers: as days, by a format code, or unchanged. */
type Format = 'day' | { code: string } | null

/** The format of each cell style. */
function formatsOf(xml: string): Format[] {
  const formats = new Map<number, Format>()
  const styles: Format[] = []
  let inCells = false
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'cellXfs') inCells = !tag.closes
    if (tag.name === 'numFmt') {
      const code = attribute(tag, 'formatCode') ?? ''
      formats.set(Number(attribute(tag, 'numFmtId')), showsDay(code) ? 'day' : { code })
    }
    if (inCells && tag.name === 'xf' && !tag.closes) {
      const id = Number(attribute(tag, 'numFmtId') ?? 0)
      styles.push(formats.get(id) ?? (builtInDates(id) ? 'day' : null))
    }
  }
  return styles
}

type Book = { strings: readonly string[]; formats: readonly Format[]; from1904: boolean }
type Cell = { column: number; type: string; style: number; text: string }

function rowsOf(sheet: string, book: Book, limits: { rows: number; columns: number }): string[][] {
  const rows: string[][] = []
  let at = -1
  let cell: Cell | null = null
  for (const tag of tagsOf(sheet)) {
    if (tag.name === 'row' && !tag.closes) {
      const line = Number(attribute(tag, 'r') ?? at + 2)
      at = Number.isInteger(line) && line > at ? line - 1 : at + 1
    }
    if (tag.name === 'c' && !tag.closes && at >= 0) cell = cellOf(tag, rows[at]?.length ?? 0)
    if ((tag.name === 'v' || tag.name === 't') && tag.closes && cell) cell.text += plain(tag.before)
    if (tag.name === 'c' && (tag.closes || tag.empty) && cell) {
      const text = displayedText(cell, book)
      if (text !== '') {
        while (rows.length <= Math.min(at, limits.rows)) rows.push([])
        if (at >= limits.rows) break
        const row = rows[at]!
        const place = Math.min(cell.column, limits.columns)
        while (row.length < place) row.push('')
        row[place] = text
      }
      cell = null
    }
    if (tag.name === 'sheetData' && tag.closes) break
  }
  return rows
}

function cellOf(tag: Tag, next: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(attribute(tag, 'r') ?? '')?.[0]
  const column = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next
  return { column, type: attribute(tag, 't') ?? 'n', style: Number(attribute(tag, 's') ?? 0), text: '' }
}

/** Days between the two calendar epochs. */
export const days1904 = 1_462

function displayedText({ type, style, text }: Cell, { strings, formats, from1904 }: Book): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  // A day as ISO 8601 text.
  if (type === 'd') return text
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  const format = formats[style] ?? null
  if (format === 'day') return dayOf(from1904 ? number + days1904 : number)
  // Spreadsheets show 15 digits: the rest is rounding error.
  return (format && formatWhole(format.code, number)) ?? String(Number(number.toPrecision(15)))
}
