import type { ColumnMeta } from './cell.shared.ts'
import type { TableRow } from './grid-data.ts'

/** A row's display name: its first two texts. */
export const nameOf = (row: TableRow, columns: readonly ColumnMeta[]) =>
  columns
    .filter(({ kind, name }) => kind === 'text' && row[name])
    .slice(0, 2)
    .map((column, at, texts) => (continuesLast(texts, at) ? ' ' : at > 0 ? ', ' : '') + row[column.name])
    .join('')

/** Whether a column continues the value of the one before it. */
export const continuesLast = (columns: readonly Pick<ColumnMeta, 'name' | 'continues'>[], at: number): boolean =>
  at > 0 && columns[at]?.continues === columns[at - 1]!.name

/** The address of a link: `{key}` is the key of the row, `{name}` a field of it. */
export const addressOf = (opens: string, row: TableRow) =>
  opens.replace(/\{(\w+)\}/g, (_, name: string) => String(row[name]))
