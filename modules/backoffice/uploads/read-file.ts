import { limits } from './limits.shared.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

const most = { rows: limits.lines, columns: limits.columns }

/** The rows of an uploaded spreadsheet, .xlsx or CSV, its header first; null for what is neither or too large. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<string[][] | null> {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return await readXlsx(bytes, most)
    // A binary file is no CSV: no text holds this character.
    return bytes.includes(0) ? null : readCsv(bytes)
  } catch {
    return null
  }
}
