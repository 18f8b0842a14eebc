import { readApart, type Sender } from '../../../platform/readers/read-apart.ts'
import { spreadsheetReader } from './spreadsheet.reader.ts'

/** The rows of an uploaded spreadsheet, read in a thread of its own; null for what is none. */
export const readSpreadsheet = (sender: Sender, bytes: Uint8Array): Promise<string[][] | null> =>
  readApart(sender, spreadsheetReader, bytes)
