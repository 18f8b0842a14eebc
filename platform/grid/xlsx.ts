import { openZip } from './zip.ts'

/** The most rows that a sheet holds, its headings included. */
export const mostSheetRows = 1_048_576

type Batches = AsyncIterable<readonly (readonly string[])[]>

/**
 * One sheet as an xlsx file, written while its rows arrive: no more than a batch is ever held, and rows are asked for
 * only as fast as the file is taken. Every cell is a text: nothing can become a formula.
 */
export async function* writeXlsx(headings: readonly string[], batches: Batches): AsyncGenerator<Uint8Array> {
  const zip = openZip()
  for (const [name, text] of Object.entries(parts)) yield* zip.add(name, once(text))
  yield* zip.add('xl/worksheets/sheet1.xml', sheet(headings, batches))
  yield zip.end()
}

async function* sheet(headings: readonly string[], batches: Batches) {
  let written = 1
  yield `${declaration}<worksheet xmlns="${main}"><sheetData>${row(headings, written)}`
  for await (const batch of batches) yield batch.map((cells) => row(cells, ++written)).join('')
  yield '</sheetData></worksheet>'
}

const row = (cells: readonly string[], number: number) =>
  `<row r="${number}">${cells.map((text, index) => cell(text, columnName(index) + number)).join('')}</row>`

const cell = (text: string, place: string) =>
  text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(guard(text))}</t></is></c>`

/** A, B, ... Z, AA, ... */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** A text that a spreadsheet would take for a formula, when it is copied or saved as csv, gets a quote in front. */
export const guard = (text: string): string =>
  /^[=+\-@\t\r\n\0]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
// XML 1.0 cannot hold control characters or lone surrogates at all; Excel takes at most 32,767 characters a cell.
const escapeXml = (text: string) =>
  text
    .slice(0, 32_000)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] as string)

async function* once(text: string) {
  yield text
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
} as const
