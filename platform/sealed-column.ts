/** A column with sealed values (`platform/seal.ts`). */
export type SealedColumn = {
  /** With its schema. */
  table: string
  /** The columns of its primary key. */
  key: readonly string[]
  column: string
  /** JSON with `{sealed: base64}` in it, at any depth; bytes where it is left out. */
  json?: true
  /** More columns that `bound` needs. */
  with?: readonly string[]
  /** The place that a value of this row is sealed for. */
  bound(row: Readonly<Record<string, string | number>>): string
  /** The file that seals it. */
  by: string
}
