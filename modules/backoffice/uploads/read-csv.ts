/** The cells of a CSV file, line by line: commas, semicolons or tabs, quoted where needed. */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = decode(bytes).replace(/^\uFEFF/, '')
  const first = text.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? ''
  const separator = [';', '\t', ','].toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!
  return cellsOf(text, separator)
}

/** What is not UTF-8 comes from an older spreadsheet program on Windows. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  let at = 0
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  while (at < text.length) {
    const char = text[at]!
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === separator) endCell()
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1
      endRow()
    } else cell += char
    at += 1
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
