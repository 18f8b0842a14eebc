import type { Zip } from '../../../platform/readers/zip.ts'
import { dayOf } from './sheet-day.ts'

type Tag = { name: string; attributes: string; closes: boolean; empty: boolean; before: string }

/** The tags of an XML text in order, with the text before each; names without their prefix. */
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
  const found = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag.attributes)
  return found ? plain(found[1] ?? found[2] ?? '') : null
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text without its entities, and without what spreadsheet programs write for control characters. */
const plain = (text: string): string =>
  text
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
      if (name) return named[name] ?? all
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/_x000D_/g, '')

/**
 * The cells of the first sheet, row by row, as a reader sees them; an empty row is an empty list. Null: no spreadsheet. Of a
 * larger sheet one row or column more than there may be, by which the check says that there are too many.
 */
export async function readXlsx(
  { text: open }: Zip,
  most: { rows: number; columns: number },
): Promise<string[][] | null> {
  const book = await open('xl/workbook.xml')
  if (!book) return null
  const { path, from1904 } = firstSheet(book, (await open('xl/_rels/workbook.xml.rels')) ?? '')
  const sheet = await open(path)
  if (sheet === null) return null
  const strings = sharedStrings((await open('xl/sharedStrings.xml')) ?? '')
  const dates = dateStyles((await open('xl/styles.xml')) ?? '')
  return rowsOf(sheet, { strings, dates, from1904 }, most)
}

function firstSheet(book: string, relations: string): { path: string; from1904: boolean } {
  let id: string | null = null
  let from1904 = false
  for (const tag of tagsOf(book)) {
    if (tag.name === 'workbookPr') from1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')
    // Of a sheet: its number here is `sheetId`, the name of its file is in the relations.
    if (tag.name === 'sheet' && !tag.closes) id ??= attribute(tag, 'id')
  }
  let target = 'worksheets/sheet1.xml'
  for (const tag of tagsOf(relations))
    if (tag.name === 'Relationship' && attribute(tag, 'Id') === id) target = attribute(tag, 'Target') ?? target
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, from1904 }
}

/** Texts that cells share; of a rich text all its parts, without the readings of Japanese words. */
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

/** Spreadsheet programs take no longer number format. */
const longestFormat = 255

/** Whether a number format names a day or a year, outside of its literal texts and conditions. */
const showsDay = (code: string): boolean => /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Which cell styles show a number as a date. */
function dateStyles(xml: string): boolean[] {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCells = false
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'cellXfs') inCells = !tag.closes
    if (tag.name === 'numFmt') {
      const code = attribute(tag, 'formatCode') ?? ''
      own.set(Number(attribute(tag, 'numFmtId')), code.length <= longestFormat && showsDay(code))
    }
    if (inCells && tag.name === 'xf' && !tag.closes) {
      const id = Number(attribute(tag, 'numFmtId') ?? 0)
      styles.push(own.get(id) ?? builtInDates(id))
    }
  }
  return styles
}

type Book = { strings: readonly string[]; dates: readonly boolean[]; from1904: boolean }
type Cell = { column: number; type: string; style: number; text: string }

function rowsOf(sheet: string, book: Book, most: { rows: number; columns: number }): string[][] {
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
      const shown = shownText(cell, book)
      if (shown !== '') {
        while (rows.length <= Math.min(at, most.rows)) rows.push([])
        if (at >= most.rows) break
        const row = rows[at]!
        const place = Math.min(cell.column, most.columns)
        while (row.length < place) row.push('')
        row[place] = shown
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

function shownText({ type, style, text }: Cell, { strings, dates, from1904 }: Book): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return dates[style] ? dayOf(from1904 ? number + 1462 : number) : String(number)
}
