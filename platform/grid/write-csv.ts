import type { Cells, CellValue } from './cell-value.ts'

const encoder = new TextEncoder()

/** A line of RFC 4180, which a spreadsheet opens without asking and without running anything. */
export const csvLine = (cells: readonly CellValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = value.toWellFormed().replaceAll(/[\r\n\0]+/g, ' ')
  const safe = /^[\s\p{Cf}]*[=+\-@|%]/u.test(plain) && !/^[+-]?\d+(\.\d+)?$/.test(plain) ? `'${plain}` : plain
  return /[",]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Headings and rows as CSV in UTF-8; a mark at its beginning tells Excel so. */
export async function* writeCsv(
  headings: readonly string[],
  batches: AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`\ufeff${csvLine(headings)}`)
  for await (const batch of batches) if (batch.length > 0) yield encoder.encode(batch.map(csvLine).join(''))
}
