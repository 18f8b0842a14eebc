import { readCsv } from '../../../platform/readers/read-csv.ts'
import { defineReader } from '../../../platform/readers/reader.ts'
import { textOfFile } from '../../../platform/readers/text-of-file.ts'
import { zipFile } from '../../../platform/readers/write-zip.ts'
import { openZip } from '../../../platform/readers/zip.ts'
import { limits } from './limits.shared.ts'
import { readXlsx } from './read-xlsx.ts'

const most = { rows: limits.lines, columns: limits.columns }

/**
 * The rows of an uploaded spreadsheet, .xlsx or CSV, its header first; null for what is neither. Of more rows or columns than
 * there may be one too many, so that the refusal can say so.
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
  read: async (bytes: Uint8Array): Promise<string[][] | null> => {
    try {
      if (bytes[0] === 0x50 && bytes[1] === 0x4b)
        return await readXlsx(await openZip(bytes, { entries: 200, unpacked: limits.unpacked }), most)
      const text = textOfFile(bytes)
      return text === null ? null : readCsv(text, { most: limits.lines + 1 }).map(({ cells }) => cells)
    } catch {
      return null
    }
  },
})

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A workbook of one sheet in which these parts are hostile. */
const book = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipFile({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': '<sheetData/>',
    ...parts,
  })
