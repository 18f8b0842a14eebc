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
