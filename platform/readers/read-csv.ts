import { parse } from 'csv-parse/sync'

/** `line` is the row's first line in the file, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** A first line that declares the separator for spreadsheet programs; no program displays it. */
const separatorLine = /^\uFEFF?sep=([^\r\n"])(\r\n|\r|\n|$)/i

/**
 * The first `maxRows` rows of a CSV file. Cells are separated by commas, semicolons, tabs or bars, as a `sep=` line
 * says, or else by the separator that occurs equally often in the first lines: programs choose it by the computer's
 * language. `trim` drops spaces around cells. Throws for an unclosed quotation mark.
 */
export function readCsv(text: string, { maxRows, trim = false }: { maxRows: number; trim?: boolean }): CsvRow[] {
  const match = separatorLine.exec(text)
  const content = match ? text.slice(match[0].length) : text
  const before = match ? 1 : 0
  const rows = parse(content, {
    delimiter: match?.[1] ?? separatorOf(content),
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    info: true,
    to: maxRows,
    trim,
    // With `info` the records have their lines, which the types leave out.
  }) as unknown as { info: { lines: number }; record: string[] }[]
  return rows.map(({ record }, index) => ({ line: (rows[index - 1]?.info.lines ?? 0) + 1 + before, cells: record }))
}

const separators = [',', ';', '\t', '|']
const sampledLines = 20

/**
 * The separator that occurs equally often in each of the first lines, outside quotation marks; the numbers of other
 * characters vary.
 */
function separatorOf(text: string): string {
  const lines = countsOf(text.slice(0, 10_000))
  const score = (index: number) => {
    const linesByCount = Map.groupBy(lines, (counts) => counts[index]!)
    return Math.max(...[...linesByCount].map(([count, all]) => count * all.length))
  }
  const scores = separators.map((separator, index) => ({ separator, score: score(index) }))
  return scores.toSorted((a, b) => b.score - a.score)[0]!.separator
}

/** Counts each separator in each of the first lines; an unclosed quotation mark hides nothing. */
function countsOf(text: string): number[][] {
  const isClosed = text.split('"').length % 2 === 1
  const lines = [separators.map(() => 0)]
  let isQuoted = false
  for (const char of text) {
    if (char === '"' && isClosed) isQuoted = !isQuoted
    if (isQuoted) continue
    const index = separators.indexOf(char)
    if (index >= 0) lines.at(-1)![index]! += 1
    else if (char === '\n' || char === '\r') {
      if (lines.length === sampledLines) break
      lines.push(separators.map(() => 0))
    }
  }
  return lines
}
