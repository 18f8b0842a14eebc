import { encode, encodeJson, type Param } from './encode.ts'
import { BadStatement } from './errors.ts'

/** A statement ready to be sent: text with $1, $2 and its parameters. */
export type Compiled = { readonly text: string; readonly params: readonly Param[] }

/** Marks values that may stand between the pieces of a template, besides plain values. */
export const pieces = Symbol('pieces')
export const part = Symbol('part')

export type Pieces = { readonly strings: readonly string[]; readonly values: readonly unknown[] }
export type Part =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'array'; readonly values: readonly unknown[] }
  | { readonly kind: 'rows'; readonly rows: object; readonly columns: readonly string[] }

type Draft = { text: string; params: Param[] }
type Row = Readonly<Record<string, unknown>>

// The protocol has a 16-bit parameter count.
const maxParameters = 65_000

/** Compiles a template, with everything nested in it, into one text and its parameters. */
export function compile(template: Pieces): Compiled {
  const draft: Draft = { text: '', params: [] }
  writePieces(draft, template)
  if (draft.params.length > maxParameters) throw new BadStatement('too many parameters in one statement')
  return draft
}

function paramOf(value: unknown): Param {
  if (!isPart(value)) return encode(value)
  const piece = value[part]
  if (piece.kind === 'json') return encodeJson(piece.value)
  if (piece.kind === 'array') return encode([...piece.values])
  throw new BadStatement('a name or rows cannot be a parameter')
}

function writePieces(draft: Draft, { strings, values }: Pieces) {
  draft.text += strings[0]
  values.forEach((value, index) => {
    writeValue(draft, value)
    draft.text += strings[index + 1]
  })
}

function writeValue(draft: Draft, value: unknown) {
  if (isFragment(value)) return writePieces(draft, value[pieces])
  if (isPart(value)) return writePart(draft, value)
  if (Array.isArray(value) && isFragment(value[0])) return writeFragments(draft, value)
  writeParam(draft, value)
}

function writeFragments(draft: Draft, fragments: readonly unknown[]) {
  for (const fragment of fragments) {
    draft.text += ' '
    writeValue(draft, fragment)
  }
}

function writeParam(draft: Draft, value: unknown) {
  draft.text += `$${draft.params.push(paramOf(value))}`
}

function writePart(draft: Draft, value: SomePart) {
  const piece = value[part]
  if (piece.kind === 'name') draft.text += quote(piece.name)
  else if (piece.kind === 'rows') writeRows(draft, piece.rows, piece.columns)
  else writeParam(draft, value)
}

/** The word before `${sql(...)}` decides its form: `in` a list, `set` assignments, `values` tuples, else an insert. */
function writeRows(draft: Draft, rows: object, columns: readonly string[]) {
  const word = /([a-z]*)\s*$/i.exec(draft.text.slice(-24))?.[1]?.toLowerCase()
  if (word === 'in') return writeList(draft, rows)
  if (Array.isArray(rows) && rows.length > 0 && rows.every((name) => typeof name === 'string')) {
    draft.text += rows.map(quote).join(', ')
    return
  }
  const rowList = (Array.isArray(rows) ? rows : [rows]) as readonly Row[]
  const names = columns.length > 0 ? columns : Object.keys(rowList[0] ?? {})
  if (names.length === 0) throw new BadStatement('sql(rows) needs at least one row and one column')
  if (word === 'set') return writeAssignments(draft, rowList[0] as Row, names)
  if (word !== 'values') draft.text += `(${names.map(quote).join(', ')}) values `
  writeTuples(draft, rowList, names)
}

function writeList(draft: Draft, rows: object) {
  if (!Array.isArray(rows)) throw new BadStatement('sql(...) after `in` takes an array')
  // `in ()` is not valid SQL; `in (null)` matches nothing, as an empty list should.
  if (rows.length === 0) draft.text += '(null)'
  else writeTuple(draft, rows)
}

function writeTuples(draft: Draft, rows: readonly Row[], names: readonly string[]) {
  rows.forEach((row, index) => {
    if (index > 0) draft.text += ', '
    writeTuple(
      draft,
      names.map((name) => row[name]),
    )
  })
}

function writeTuple(draft: Draft, values: readonly unknown[]) {
  draft.text += '('
  values.forEach((value, index) => {
    if (index > 0) draft.text += ', '
    writeValue(draft, value)
  })
  draft.text += ')'
}

function writeAssignments(draft: Draft, row: Row, names: readonly string[]) {
  names.forEach((name, index) => {
    draft.text += `${index > 0 ? ', ' : ''}${quote(name)} = `
    writeValue(draft, row[name])
  })
}

/** Quotes an identifier; a dot separates schema, table and column. */
export function quote(name: string): string {
  return `"${name.replace(/"/g, '""').replace(/\./g, '"."')}"`
}

function isFragment(value: unknown): value is { readonly [pieces]: Pieces } {
  return typeof value === 'object' && value !== null && pieces in value
}

type SomePart = { readonly [part]: Part }

function isPart(value: unknown): value is SomePart {
  return typeof value === 'object' && value !== null && part in value
}
