/** What one upload may hold. */
export const limits = {
  /** Students. */
  rows: 5_000,
  /** Lines of the sheet, empty ones and the header included. */
  lines: 10_001,
  columns: 50,
  /** Characters of a cell. */
  cell: 500,
  /** Bytes of the file. */
  file: 5_000_000,
  /** Bytes that a spreadsheet may unpack to. */
  unpacked: 64_000_000,
  /** Bytes of the rows as JSON. */
  body: 12_000_000,
  /** Files that one person has checked within a day. */
  daily: 100,
  /** Days that an upload is kept. */
  days: 30,
} as const
