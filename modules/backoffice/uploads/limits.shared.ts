/** The limits of one upload. */
export const limits = {
  /** Students. */
  rows: 5_000,
  /** Lines of the sheet, empty ones and the header included. */
  lines: 10_001,
  columns: 50,
  /** Characters of a cell. */
  cell: 500,
  /** Per file. */
  file: 5_000_000,
  /** A spreadsheet's unpacked size. */
  unpacked: 64_000_000,
  /** The size of the rows as JSON. */
  body: 12_000_000,
  /** Files that one person may check per day. */
  daily: 100,
  /** Days that an upload is stored. */
  days: 30,
} as const
