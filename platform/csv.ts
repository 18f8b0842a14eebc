import { parse } from 'csv-parse/sync'

/** `line` is where the row begins in the file, from 1. */
export type CsvRow = { line: number; cells: string[] }

/**
 * The first `most` rows of a CSV file. Its cells are divided by commas, semicolons or tabs: by what its first line has most
 * of, as the program that wrote it follows the language of its computer. `trim` drops spaces around cells. Throws for a
 * quotation mark that is not closed.
 */
export function readCsv(text: string, { most, trim = false }: { most: number; trim?: boolean }): CsvRow[] {
  const rows = parse(text, {
    delimiter: separatorOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    info: true,
    to: most,
    trim,
  }) as unknown as { info: { lines: number }; record: string[] }[]
  return rows.map(({ record }, at) => ({ line: (rows[at - 1]?.info.lines ?? 0) + 1, cells: record }))
}

function separatorOf(text: string): string {
  const first = text.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? ''
  const count = (char: string) => first.split(char).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!
}

/** The text of an uploaded file: UTF-8, UTF-16 by its mark, or else what older programs on Windows write. Null for bytes. */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  return text.includes('\0') ? null : text
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const formula = /^'*[\s\p{Cf}]*[=+\-@|%\t]/u
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** What tells spreadsheet programs that a file is UTF-8, at its beginning. */
export const utf8Mark = '\uFEFF'

/** A line of RFC 4180 with its end. A text that a spreadsheet would run as a formula starts with an apostrophe. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

export function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell as it was before `csvCell`. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
