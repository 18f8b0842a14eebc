import type { CellValue } from './cell-value.ts'
import { type Batches, guard } from './xlsx.ts'

/** What tells a spreadsheet program that the file is UTF-8. */
const mark = '\uFEFF'

/** A list as RFC 4180 has it, a batch at a time as its reader takes it. What would begin a formula gets a quote in front. */
export async function* writeCsv(headings: readonly string[], batches: Batches): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(mark + lineOf(headings))
  for await (const batch of batches) if (batch.length > 0) yield encoder.encode(batch.map(lineOf).join(''))
}

const lineOf = (cells: readonly CellValue[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Where the list separator is a semicolon, a program may begin a cell behind one: there, too, nothing becomes a formula. */
const guardInside = (text: string): string => text.replaceAll(/([;\t\r\n])(?=[=+\-@])/g, "$1'")

function cellOf(value: CellValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const plain = guardInside(guard(value)).toWellFormed().replaceAll('\0', '')
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
