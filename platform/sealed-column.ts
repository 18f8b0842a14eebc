/** A column with sealed values (`platform/seal.ts`). */
export type SealedColumn = {
  /** Includes its schema. */
  table: string
  /** The columns of its primary key. */
  key: readonly string[]
  column: string
  /** JSON that contains `{sealed: base64}` at any depth; bytes if absent. */
  json?: true
  /** Further columns that `binding` needs. */
  with?: readonly string[]
  /** The record that a value of this row is sealed for. */
  binding(row: Readonly<Record<string, string | number>>): string
  /** The file that seals it. */
  by: string
}
