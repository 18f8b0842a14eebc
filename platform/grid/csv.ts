import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { CellValue } from './cell-value.ts'
import type { Batches } from './xlsx.ts'

/** A list as CSV, a batch at a time as its reader takes it. */
export async function* writeCsv(headings: readonly string[], batches: Batches): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(utf8Mark + lineOf(headings))
  for await (const batch of batches) if (batch.length > 0) yield encoder.encode(batch.map(lineOf).join(''))
}

const lineOf = (cells: readonly CellValue[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'string' ? plain(cell) : cell)))

/** Where the list separator is a semicolon, a program may begin a cell behind one: there, too, nothing becomes a formula. */
const plain = (text: string): string =>
  text
    .replaceAll(/([;\t\r\n])(?=[=+\-@])/g, "$1'")
    .toWellFormed()
    .replaceAll('\0', '')
