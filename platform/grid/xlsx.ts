import { PassThrough, type Writable } from 'node:stream'
import type ExcelJS from 'exceljs'
import type { AboutExport } from './about-export.ts'
import type { Cells, CellValue } from './cell-value.ts'

/** The most rows that a sheet holds, its headings included. */
export const maxSheetRows = 1_048_576

/** Rows of cells, a batch at a time. */
export type Batches = AsyncIterable<Cells> | Iterable<Cells>

/**
 * One sheet as an xlsx file, written as rows arrive: at most one batch is in memory, and rows are read only as fast as
 * the file is consumed. Every cell is a text or a number, so nothing becomes a formula. Rows beyond a sheet's limit
 * continue in the next sheet. A last sheet and the footer of printed pages state the file's origin. `formats` shows
 * numeric columns as money or dates.
 */
export async function* writeXlsx(
  headings: readonly string[],
  batches: Batches,
  about: AboutExport,
  formats?: readonly (string | undefined)[],
): AsyncGenerator<Uint8Array> {
  const file = new PassThrough()
  void write(file, headings, batches, about, formats).catch((error) => file.destroy(error))
  try {
    for await (const bytes of file) yield bytes as Uint8Array
  } finally {
    file.destroy()
  }
}

async function write(
  file: PassThrough,
  headings: readonly string[],
  batches: Batches,
  about: AboutExport,
  formats: readonly (string | undefined)[] = [],
): Promise<void> {
  // Large, and few processes ever write a sheet.
  const { default: exceljs } = await import('exceljs')
  const book = new exceljs.stream.xlsx.WorkbookWriter({
    stream: file,
    useStyles: formats.length > 0,
    useSharedStrings: false,
    // Limits the archive's buffer before it waits for its reader; by default each of its streams buffers a megabyte.
    zip: { highWaterMark: 65_536 } as object,
  })
  const begin = (n: number) => {
    const sheet = book.addWorksheet(`Sheet${n}`, { headerFooter: { oddFooter: footOf(about) } })
    sheet.addRow(headings.map(cellOf)).commit()
    return sheet
  }
  let sheets = 1
  let rowCount = 1
  let sheet = begin(sheets)
  for await (const batch of batches) {
    for (const cells of batch) {
      if (rowCount === maxSheetRows) {
        sheet.commit()
        sheets += 1
        rowCount = 1
        sheet = begin(sheets)
      }
      addRow(sheet, cells, formats)
      rowCount += 1
    }
    await awaitDrain(sheet, file)
    if (file.destroyed) return
  }
  sheet.commit()
  const last = book.addWorksheet(about.title)
  for (const cells of about.rows) last.addRow(cells.map(cellOf)).commit()
  await book.commit()
}

function addRow(sheet: ExcelJS.Worksheet, cells: readonly CellValue[], formats: readonly (string | undefined)[]): void {
  const row = sheet.addRow(cells.map(cellOf))
  formats.forEach((format, index) => {
    if (format !== undefined && typeof cells[index] === 'number') row.getCell(index + 1).numFmt = format
  })
  row.commit()
}

/** Excel allows at most 255 characters and treats '&' as the start of a code. */
const footOf = ({ foot }: AboutExport): string => `&L${foot.slice(-120).replaceAll('&', '&&')}`

/**
 * Waits until the archive has taken the sheet's output. ExcelJS writes rows without checking for room, so a slow reader
 * would leave the whole file in memory. This checks the stream behind the sheet; the streams after it apply back
 * pressure themselves.
 */
function awaitDrain(sheet: ExcelJS.Worksheet, file: PassThrough): Promise<void> {
  // The types of exceljs leave out the stream that it writes into.
  const [archive] = (sheet as unknown as { stream: { pipes: ArchiveStream[] } }).stream.pipes
  if (!archive?._writableState.needDrain || file.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      archive.off('drain', finish)
      file.off('close', finish)
      resolve()
    }
    archive.on('drain', finish)
    file.on('close', finish)
  })
}

/** The stream comes from an old readable-stream without writableNeedDrain. */
type ArchiveStream = Writable & { readonly _writableState: { readonly needDrain: boolean } }

/** Puts a quote before a text that a spreadsheet would take for a formula when it is copied or saved as csv. */
export const guard = (text: string): string =>
  /^[=+\-@\t\r\n\0]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text

// XML 1.0 cannot hold control characters or lone surrogates at all; Excel takes at most 32,767 characters a cell.
function cellOf(value: CellValue): string | number | null {
  if (value === '' || typeof value !== 'string') return value || (value === 0 ? 0 : null)
  return (
    guard(value)
      .slice(0, 32_000)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}
