import type { Zip } from '#platform/readers/zip.ts'
import { formatWhole, showsDay } from './number-format.ts'
import { dayOf } from './sheet-day.ts'

type Tag = { name: string; attributes: string; isClosing: boolean; isSelfClosing: boolean; before: string }

/** Yields the tags of an XML text in order, with the text before each; names have no prefix. */
function* parseTags(xml: string): Generator<Tag> {
  let position = 0
  for (;;) {
    const open = xml.indexOf('<', position)
    if (open < 0) return
    const isComment = xml.startsWith('<!--', open)
    const close = xml.indexOf(isComment ? '-->' : '>', open)
    if (close < 0) return
    const end = close + (isComment ? 3 : 1)
    const content = isComment ? '!' : xml.slice(open + 1, close)
    const isClosing = content.startsWith('/')
    const name = content.slice(isClosing ? 1 : 0, nameEnd(content, isClosing ? 1 : 0))
    yield {
      name: name.slice(name.indexOf(':') + 1),
      attributes: content,
      isClosing,
      isSelfClosing: content.endsWith('/'),
      before: xml.slice(position, open),
    }
    position = end
  }
}

function nameEnd(text: string, from: number): number {
  let index = from
  while (index < text.length && !/[\s/]/.test(text[index]!)) index += 1
  return index
}

const attribute = (tag: Pick<Tag, 'attributes'>, name: string): string | null => {
  const match = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag.attributes)
  return match ? decodeText(match[1] ?? match[2] ?? '') : null
}

const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes the entities of a text, and removes escaped carriage returns. */
const decodeText = (text: string): string =>
  text
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
      if (name) return namedEntities[name] ?? all
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/_x000D_/g, '')

/** A sheet with its cells as the spreadsheet program displays them; empty rows are empty lists. */
export type Sheet = {
  rows: string[][]
  /** The name of the sheet, and those of the other visible sheets. */
  sheet: string
  others: string[]
  /** Whether its dates count from 1904. */
  from1904: boolean
}

/** The limits for the sheet names shown in an error or on a page. */
const maxSheets = 50
const maxNameLength = 100

/**
 * Reads the sheet with this name, or the first visible one. Null if it is not a spreadsheet or has no such sheet. Of a
 * sheet that exceeds a limit, one row or column more is read, so that the caller's check reports it.
 */
export async function readXlsx(
  { text: readEntry }: Zip,
  limits: { rows: number; columns: number },
  sheetName: string | null,
): Promise<Sheet | null> {
  const book = await readEntry('xl/workbook.xml')
  if (!book) return null
  const { sheets, from1904 } = parseSheets(book)
  const chosenSheet = sheetName === null ? sheets[0] : sheets.find(({ name }) => name === sheetName)
  if (!chosenSheet) return null
  const sheet = await readEntry(findSheetPath(chosenSheet, (await readEntry('xl/_rels/workbook.xml.rels')) ?? ''))
  if (sheet === null) return null
  const strings = parseSharedStrings((await readEntry('xl/sharedStrings.xml')) ?? '')
  const formats = parseFormats((await readEntry('xl/styles.xml')) ?? '')
  const others = sheets.flatMap(({ name }) => (name === chosenSheet.name ? [] : name)).slice(0, maxSheets)
  return { rows: parseRows(sheet, { strings, formats, from1904 }, limits), sheet: chosenSheet.name, others, from1904 }
}

type SheetEntry = { name: string; id: string | null }

/** The visible sheets in order; all sheets if none is visible. */
function parseSheets(book: string): { sheets: SheetEntry[]; from1904: boolean } {
  const sheets: (SheetEntry & { isHidden: boolean })[] = []
  let from1904 = false
  for (const tag of parseTags(book)) {
    if (tag.name === 'workbookPr') from1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')
    if (tag.name !== 'sheet' || tag.isClosing) continue
    const name = (attribute(tag, 'name') ?? '').slice(0, maxNameLength)
    // `r:id` refers to the sheet's file name in the relations.
    sheets.push({ name, id: attribute(tag, 'id'), isHidden: /hidden/i.test(attribute(tag, 'state') ?? '') })
  }
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  return { sheets: visible.length > 0 ? visible : sheets, from1904 }
}

function findSheetPath({ id }: SheetEntry, relations: string): string {
  let target = 'worksheets/sheet1.xml'
  for (const tag of parseTags(relations))
    if (tag.name === 'Relationship' && attribute(tag, 'Id') === id) target = attribute(tag, 'Target') ?? target
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The texts shared between cells. The parts of rich text are joined, without phonetic readings. */
function parseSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isInPhonetic = false
  for (const { name, isClosing, isSelfClosing, before } of parseTags(xml)) {
    if (name === 'si' && !isClosing) text = ''
    if (name === 'rPh') isInPhonetic = !isClosing && !isSelfClosing
    if (name === 't' && isClosing && !isInPhonetic) text += decodeText(before)
    if (name === 'si' && (isClosing || isSelfClosing)) strings.push(text)
  }
  return strings
}

const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)

/** How a cell style displays numbers: as days, by a format code, or unchanged. */
type Format = 'day' | { code: string } | null

/** The format of each cell style. */
function parseFormats(xml: string): Format[] {
  const formats = new Map<number, Format>()
  const styles: Format[] = []
  let inCells = false
  for (const tag of parseTags(xml)) {
    if (tag.name === 'cellXfs') inCells = !tag.isClosing
    if (tag.name === 'numFmt') {
      const code = attribute(tag, 'formatCode') ?? ''
      formats.set(Number(attribute(tag, 'numFmtId')), showsDay(code) ? 'day' : { code })
    }
    if (inCells && tag.name === 'xf' && !tag.isClosing) {
      const id = Number(attribute(tag, 'numFmtId') ?? 0)
      styles.push(formats.get(id) ?? (isBuiltInDate(id) ? 'day' : null))
    }
  }
  return styles
}

type Book = { strings: readonly string[]; formats: readonly Format[]; from1904: boolean }
type Cell = { column: number; type: string; style: number; text: string }

function parseRows(sheet: string, book: Book, limits: { rows: number; columns: number }): string[][] {
  const rows: string[][] = []
  let rowIndex = -1
  let cell: Cell | null = null
  for (const tag of parseTags(sheet)) {
    if (tag.name === 'row' && !tag.isClosing) {
      const rowNumber = Number(attribute(tag, 'r') ?? rowIndex + 2)
      rowIndex = Number.isInteger(rowNumber) && rowNumber > rowIndex ? rowNumber - 1 : rowIndex + 1
    }
    if (tag.name === 'c' && !tag.isClosing && rowIndex >= 0) cell = parseCell(tag, rows[rowIndex]?.length ?? 0)
    if ((tag.name === 'v' || tag.name === 't') && tag.isClosing && cell) cell.text += decodeText(tag.before)
    if (tag.name === 'c' && (tag.isClosing || tag.isSelfClosing) && cell) {
      const text = displayedText(cell, book)
      if (text !== '') {
        while (rows.length <= Math.min(rowIndex, limits.rows)) rows.push([])
        if (rowIndex >= limits.rows) break
        const row = rows[rowIndex]!
        const columnIndex = Math.min(cell.column, limits.columns)
        while (row.length < columnIndex) row.push('')
        row[columnIndex] = text
      }
      cell = null
    }
    if (tag.name === 'sheetData' && tag.isClosing) break
  }
  return rows
}

function parseCell(tag: Tag, nextColumn: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(attribute(tag, 'r') ?? '')?.[0]
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : nextColumn
  return { column, type: attribute(tag, 't') ?? 'n', style: Number(attribute(tag, 's') ?? 0), text: '' }
}

/** The days between the two date systems (1900 and 1904). */
export const days1904 = 1_462

function displayedText({ type, style, text }: Cell, { strings, formats, from1904 }: Book): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  // Dates are in ISO 8601.
  if (type === 'd') return text
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  const format = formats[style] ?? null
  if (format === 'day') return dayOf(from1904 ? number + days1904 : number)
  // Spreadsheets display 15 digits; the others are rounding errors.
  return (format && formatWhole(format.code, number)) ?? String(Number(number.toPrecision(15)))
}
