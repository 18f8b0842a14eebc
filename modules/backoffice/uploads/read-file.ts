import { readCsv, textOfFile } from '../../../platform/csv.ts'
import { limits } from './limits.shared.ts'
import { readXlsx } from './read-xlsx.ts'

const most = { rows: limits.lines, columns: limits.columns }

/**
 * The rows of an uploaded spreadsheet, .xlsx or CSV, its header first; null for what is neither. Of more rows or columns than
 * there may be one too many, so that the refusal can say so.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<string[][] | null> {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return await readXlsx(bytes, most)
    const text = textOfFile(bytes)
    return text === null ? null : readCsv(text, { most: limits.lines + 1 }).map(({ cells }) => cells)
  } catch {
    return null
  }
}
