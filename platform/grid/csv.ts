import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { CellValue } from './cell-value.ts'
import type { Batches } from './xlsx.ts'

/** A list as CSV, one batch at a time as the reader consumes it. */
export async function* writeCsv(headings: readonly string[], batches: Batches): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(utf8Mark + lineOf(headings))
  for await (const batch of batches) if (batch.length > 0) yield encoder.encode(batch.map(lineOf).join(''))
}

const lineOf = (cells: readonly CellValue[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'string' ? neutralize(cell) : cell)))

/**
 * Some locales separate cells by semicolons, so a cell may start after one: nothing there may become a formula either.
 */
const neutralize = (text: string): string =>
  text
    .replaceAll(/([;\t\r\n])(?=[=+\-@])/g, "$1'")
    .toWellFormed()
    .replaceAll('\0', '')
