import { readCsv } from '#platform/readers/read-csv.ts'
import { defineReader } from '#platform/readers/reader.ts'
import { textOfFile } from '#platform/readers/text-of-file.ts'
import { zipFile } from '#platform/readers/write-zip.ts'
import { openZip } from '#platform/readers/zip.ts'
import { type ColumnField, findHeadingRow, parseColumns } from './columns.shared.ts'
import { limits } from './limits.shared.ts'
import { days1904, readXlsx } from './read-xlsx.ts'
import { dayOf } from './sheet-day.ts'

const maxima = { rows: limits.lines, columns: limits.columns }

/** `problem`: a format other than .xlsx and CSV, a missing sheet, or text of unclear encoding. */
export type Spreadsheet =
  | { rows: string[][]; sheet: string; others: string[]; problem?: undefined }
  | { problem: 'unreadable' | 'noSheet' | 'unclearText' }

/**
 * The rows of an uploaded spreadsheet, .xlsx or CSV. If there are too many rows or columns it returns one above the
 * limit, so that the refusal can report it.
 */
export const spreadsheetReader = defineReader({
  name: 'modules/backoffice/uploads/spreadsheet',
  limits: { bytes: limits.file, unpacked: limits.unpacked, ms: 20_000, memoryMb: 384 },
  worst: {
    quotes: (size) => ascii('"'.repeat(size)),
    openQuotes: (size) => ascii('"a'.repeat(size / 2)),
    separators: (size) => ascii(','.repeat(size)),
    lines: (size) => ascii('a,"\n'.repeat(size / 4)),
    formats: (size) => book({ 'xl/styles.xml': `<numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(size)}"/>` }),
    tags: (size) => book({ 'xl/worksheets/sheet1.xml': '<'.repeat(size) }),
    comments: (size) => book({ 'xl/worksheets/sheet1.xml': '<!--'.repeat(size / 4) }),
    cells: (size) => book({ 'xl/worksheets/sheet1.xml': `<row>${'<c r="A1" t="s"><v>0</v></c>'.repeat(size / 28)}` }),
    attributes: (size) => book({ 'xl/worksheets/sheet1.xml': `<row><c${' r '.repeat(size / 3)}/>` }),
    entities: (size) => book({ 'xl/sharedStrings.xml': `<si><t>${'&#x41;&'.repeat(size / 7)}</t></si>` }),
    texts: (size) => book({ 'xl/sharedStrings.xml': '<si><t>a</t></si>'.repeat(size / 17) }),
    rows: (size) => book({ 'xl/worksheets/sheet1.xml': '<row/>'.repeat(size / 6) }),
  },
  read: async ({ bytes, sheet }: { bytes: Uint8Array; sheet: string | null }): Promise<Spreadsheet> => {
    try {
      if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
        const xlsx = await readXlsx(await openZip(bytes, { entries: 200, unpacked: limits.unpacked }), maxima, sheet)
        if (xlsx === null) return { problem: sheet === null ? 'unreadable' : 'noSheet' }
        return { rows: xlsx.from1904 ? withDays1904(xlsx.rows) : xlsx.rows, sheet: xlsx.sheet, others: xlsx.others }
      }
      const text = textOfFile(bytes)
      if (text === null) return { problem: bytes.includes(0) ? 'unreadable' : 'unclearText' }
      return { rows: readCsv(text, { maxRows: limits.lines + 1 }).map(({ cells }) => cells), sheet: '', others: [] }
    } catch {
      return { problem: 'unreadable' }
    }
  },
})

const dateFields: ReadonlySet<ColumnField | null | undefined> = new Set(['dob', 'registered_at', 'due_on'])

/** A number in a date column is a day of its workbook, even if its cell has no date format. */
function withDays1904(rows: string[][]): string[][] {
  const { at } = findHeadingRow(rows)
  const columns = parseColumns(rows[at] ?? [])
  const isDate = (place: number) => dateFields.has(columns[place]?.field)
  return rows.map((row, index) =>
    row.map((text, place) =>
      index > at && isDate(place) && /^\d{1,5}(\.\d+)?$/.test(text) ? dayOf(Number(text) + days1904) : text,
    ),
  )
}

const ascii = (text: string) => ({ bytes: new TextEncoder().encode(text) as Uint8Array, sheet: null })

/** A workbook of one sheet with these hostile parts. */
const book = (parts: Readonly<Record<string, string>>) => ({
  bytes: zipFile({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': '<sheetData/>',
    ...parts,
  }) as Uint8Array,
  sheet: null,
})
