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
