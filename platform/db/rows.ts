import { blankOf } from '../blank.ts'
import type { Rows } from './sql.ts'

type Column = { readonly name: string }
type Answered = { readonly count: number; readonly command: string; readonly columns: readonly Column[] | null }
/** What the driver answers when it is asked for values: a list for each row; no columns where there are no rows to be. */
export type Values = (readonly unknown[])[] & Answered
/** `command` is the server's command tag. */
export type Answer = Rows<unknown> & Answered

type Blank = ReturnType<typeof blankOf>

/** The columns of a prepared statement are one list for as long as its connection lives. */
const blanks = new WeakMap<readonly Column[], Blank>()

/** Makes an answer's lists rows with the names of its columns, in place; of two columns with one name the last counts. */
export function nameValues(answer: Values): Answer {
  const { columns } = answer
  const rows: unknown[] & Answered = answer
  if (columns) {
    const blank = blankFor(columns)
    for (let at = 0; at < answer.length; at++) rows[at] = fill(blank(), columns, answer[at]!)
  }
  return rows
}

function blankFor(columns: readonly Column[]): Blank {
  const known = blanks.get(columns)
  if (known) return known
  const blank = blankOf(columns.map(({ name }) => name))
  blanks.set(columns, blank)
  return blank
}

function fill(row: Record<string, unknown>, columns: readonly Column[], values: readonly unknown[]) {
  for (let at = 0; at < columns.length; at++) row[columns[at]!.name] = values[at]
  return row
}
