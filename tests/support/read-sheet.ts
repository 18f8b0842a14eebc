/** The texts of an xlsx file, the kinds of cells that it has, and what it says about itself. */
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
      cells.push(cell.type === ExcelJS.ValueType.Null ? '' : String(cell.value))
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
