import { encode, encodeJson, type Param } from './encode.ts'
import { BadStatement } from './errors.ts'

/** A statement ready to be sent: text with $1, $2 and its parameters. */
export type Compiled = { readonly text: string; readonly params: readonly Param[] }

/** Marks what may stand between the pieces of a template besides plain values. */
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

// The protocol counts parameters in 16 bits.
const mostParameters = 65_000

/** Turns template pieces, with everything nested in them, into one text and its parameters. */
export function compile(template: Pieces): Compiled {
  const compiled = compileKnown(template) ?? compileAnew(template)
  if (compiled.params.length > mostParameters) throw new BadStatement('too many parameters in one statement')
  return compiled
}

const compiledOnce = new WeakMap<Pieces, Compiled>()

/** The same, for pieces that somebody keeps: only the first time. */
export function compileOnce(template: Pieces): Compiled {
  const compiled = compiledOnce.get(template) ?? compile(template)
  compiledOnce.set(template, compiled)
  return compiled
}

// The texts of templates between whose pieces stood parameters only: the same string each time, which is joined once and
// whose hash (statements are known by their text) is computed once.
const plainTexts = new WeakMap<readonly string[], string>()

function compileKnown({ strings, values }: Pieces): Compiled | null {
  const text = plainTexts.get(strings)
  const params = text === undefined ? null : plainParams(values)
  return text === undefined || params === null ? null : { text, params }
}

function compileAnew(template: Pieces): Compiled {
  const draft: Draft = { text: '', params: [] }
  writePieces(draft, template)
  const { text, params } = draft
  if (template.values.every(isPlain)) plainTexts.set(template.strings, text)
  return { text, params }
}

/** The parameters of values that are nothing else, or null where one of them writes text of its own. */
const plainParams = (values: readonly unknown[]): Param[] | null =>
  values.every(isPlain)
    ? values.map((value) => (isPart(value) ? paramOf(value[part] as ParamPart) : encode(value)))
    : null

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (isPart(value)) return value[part].kind === 'json' || value[part].kind === 'array'
  return !isFragment(Array.isArray(value) ? value[0] : value)
}

type ParamPart = Part & { readonly kind: 'json' | 'array' }

const paramOf = (piece: ParamPart): Param =>
  piece.kind === 'json' ? encodeJson(piece.value) : encode([...piece.values])

function writePieces(draft: Draft, { strings, values }: Pieces) {
  draft.text += strings[0]
  values.forEach((value, index) => {
    writeValue(draft, value)
    draft.text += strings[index + 1]
  })
}

function writeValue(draft: Draft, value: unknown) {
  if (isFragment(value)) return writePieces(draft, value[pieces])
  if (isPart(value)) return writePart(draft, value[part])
  if (Array.isArray(value) && isFragment(value[0])) return writeFragments(draft, value)
  writeParam(draft, encode(value))
}

function writeFragments(draft: Draft, fragments: readonly unknown[]) {
  for (const fragment of fragments) {
    draft.text += ' '
    writeValue(draft, fragment)
  }
}

function writeParam(draft: Draft, param: Param) {
  draft.text += `$${draft.params.push(param)}`
}

function writePart(draft: Draft, piece: Part) {
  if (piece.kind === 'name') draft.text += quote(piece.name)
  else if (piece.kind === 'rows') writeRows(draft, piece.rows, piece.columns)
  else writeParam(draft, paramOf(piece))
}

/** The word before `${sql(...)}` decides its form: `in` a list, `set` assignments, `values` tuples, else an insert. */
function writeRows(draft: Draft, rows: object, columns: readonly string[]) {
  const word = /([a-z]*)\s*$/i.exec(draft.text.slice(-24))?.[1]?.toLowerCase()
  if (word === 'in') return writeList(draft, rows)
  if (Array.isArray(rows) && rows.length > 0 && rows.every((name) => typeof name === 'string')) {
    draft.text += rows.map(quote).join(', ')
    return
  }
  const all = (Array.isArray(rows) ? rows : [rows]) as readonly Row[]
  const names = columns.length > 0 ? columns : Object.keys(all[0] ?? {})
  if (names.length === 0) throw new BadStatement('sql(rows) has no row or no column')
  if (word === 'set') return writeAssignments(draft, all[0] as Row, names)
  if (word !== 'values') draft.text += `(${names.map(quote).join(', ')}) values `
  writeTuples(draft, all, names)
}

function writeList(draft: Draft, rows: object) {
  if (!Array.isArray(rows)) throw new BadStatement('sql(...) after `in` takes an array')
  // `in ()` is no SQL; `in (null)` is true of nothing, as an empty list should be.
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

function isPart(value: unknown): value is { readonly [part]: Part } {
  return typeof value === 'object' && value !== null && part in value
}
