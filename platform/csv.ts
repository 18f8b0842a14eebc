const formula = /^'*[\s\p{Cf}]*[=+\-@|%\t]/u
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** The byte order mark, by which spreadsheet programs recognize UTF-8. */
export const utf8Mark = '\uFEFF'

/** One RFC 4180 line with its line end. A text that a spreadsheet would run as a formula gets a leading apostrophe. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A cell, quoted if necessary. A text that a spreadsheet program would run as a formula gets an apostrophe in front. */
export function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The original cell, before `csvCell`. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
