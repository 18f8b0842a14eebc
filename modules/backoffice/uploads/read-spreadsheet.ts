import { readInWorker, type Sender } from '#platform/readers/read-in-worker.ts'
import { type Spreadsheet, spreadsheetReader } from './spreadsheet.reader.ts'

/**
 * The rows of an uploaded spreadsheet, read in a separate thread: of the sheet with this name, or the first visible
 * one.
 */
export const readSpreadsheet = (sender: Sender, bytes: Uint8Array, sheet: string | null): Promise<Spreadsheet> =>
  readInWorker(sender, spreadsheetReader, { bytes, sheet })
