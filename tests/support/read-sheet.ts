/** The cells of an xlsx file as texts (dates as 'YYYY-MM-DDTHH:MM:SS'), the kinds of its cells, and its metadata. */
export async function readSheet(body: Uint8Array | ReadableStream<Uint8Array>) {
  const { default: ExcelJS } = await import('exceljs')
  const bytes = await new Response(body as BodyInit).arrayBuffer()
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes)
  const types = new Set<string>()
  const lines: string[][] = []
  book.worksheets[0]?.eachRow({ includeEmpty: true }, (row) => {
    const cells: string[] = []
    row.eachCell({ includeEmpty: true }, (cell) => {
      if (cell.type !== ExcelJS.ValueType.Null)
        types.add(cell.type === ExcelJS.ValueType.String ? 'text' : `type ${cell.type}`)
      cells.push(textOf(cell.value))
    })
    lines.push(cells)
  })
  const about: string[][] = []
  book.worksheets[1]?.eachRow((row) => about.push((row.values as string[]).slice(1)))
  const foot = book.worksheets[0]?.headerFooter.oddFooter
  const [headings = [], ...rows] = lines
  return {
    headings,
    rows: rows.map((cells) => headings.map((_, index) => cells[index] ?? '')),
    types: [...types],
    about,
    foot,
  }
}

/**
 * Spreadsheets have no time zones: their dates are read as UTC. A day is a fraction, so its milliseconds aren't exact.
 */
function textOf(value: unknown): string {
  if (value === null) return ''
  if (!(value instanceof Date)) return String(value)
  return new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19)
}
