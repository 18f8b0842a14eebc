type Matches = (char: string) => boolean
export type Node =
  | { kind: 'char'; matches: Matches }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'either'; nodes: readonly Node[] }
  | { kind: 'repeat'; node: Node; min: number; max: number | null }

/** A pattern that cannot be used. */
export class Unsupported extends Error {}

type Reader = { readonly chars: readonly string[]; at: number }

const digit: Matches = (char) => char >= '0' && char <= '9'
const word: Matches = (char) => /^\w$/.test(char)
const space: Matches = (char) => /^\s$/.test(char)
const not =
  (matches: Matches): Matches =>
  (char) =>
    !matches(char)
const classes: Record<string, Matches> = { d: digit, D: not(digit), w: word, W: not(word), s: space, S: not(space) }
const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/** The tree of a pattern; throws Unsupported for what has no linear-time meaning here, or is no pattern at all. */
export function parsePattern(pattern: string): Node {
  const reader: Reader = { chars: [...pattern], at: 0 }
  const tree = readEither(reader)
  if (reader.at < reader.chars.length) throw new Unsupported('a bracket that was not opened')
  return tree
}

function take(reader: Reader, char: string): boolean {
  if (reader.chars[reader.at] !== char) return false
  reader.at++
  return true
}

function readEither(reader: Reader): Node {
  const nodes = [readSequence(reader)]
  while (take(reader, '|')) nodes.push(readSequence(reader))
  return nodes.length === 1 ? nodes[0]! : { kind: 'either', nodes }
}

function readSequence(reader: Reader): Node {
  const nodes: Node[] = []
  while (reader.at < reader.chars.length && !['|', ')'].includes(reader.chars[reader.at]!)) {
    nodes.push(readRepeat(reader, readAtom(reader)))
  }
  return { kind: 'sequence', nodes }
}

function readAtom(reader: Reader): Node {
  const char = reader.chars[reader.at++]!
  if (char === '^') return { kind: 'start' }
  if (char === '$') return { kind: 'end' }
  if (char === '.') return { kind: 'char', matches: (other) => other !== '\n' }
  if (char === '(') return readGroup(reader)
  if (char === '[') return { kind: 'char', matches: readSet(reader) }
  if (char === '\\') return { kind: 'char', matches: readEscape(reader).matches }
  if ('*+?'.includes(char)) throw new Unsupported('nothing to repeat')
  return { kind: 'char', matches: (other) => other === char }
}

function readGroup(reader: Reader): Node {
  if (take(reader, '?') && !take(reader, ':')) throw new Unsupported('look-around or a named group')
  const node = readEither(reader)
  if (!take(reader, ')')) throw new Unsupported('a bracket that is not closed')
  return node
}

function readEscape(reader: Reader): { matches: Matches; char: string | null } {
  const name = reader.chars[reader.at++]
  if (name === undefined) throw new Unsupported('a lone backslash')
  if (classes[name]) return { matches: classes[name], char: null }
  const char = controls[name] ?? name
  if (char === name && /^[A-Za-z0-9]$/.test(name)) throw new Unsupported(`\\${name}`)
  return { matches: (other) => other === char, char }
}

function readSet(reader: Reader): Matches {
  const negative = take(reader, '^')
  const parts: Matches[] = []
  while (!take(reader, ']')) {
    const from = readSetChar(reader)
    const ranged = reader.chars[reader.at] === '-' && reader.chars[reader.at + 1] !== ']' && from.char !== null
    parts.push(ranged ? readRange(reader, from.char!) : from.matches)
  }
  const matches: Matches = (char) => parts.some((part) => part(char))
  return negative ? not(matches) : matches
}

function readSetChar(reader: Reader): { matches: Matches; char: string | null } {
  const char = reader.chars[reader.at++]
  if (char === undefined) throw new Unsupported('a set that is not closed')
  return char === '\\' ? readEscape(reader) : { matches: (other) => other === char, char }
}

function readRange(reader: Reader, from: string): Matches {
  reader.at++
  const to = readSetChar(reader).char
  if (to === null || to < from) throw new Unsupported('a range without an order')
  return (char) => char >= from && char <= to
}

const mostRepeats = 1_000

function readRepeat(reader: Reader, node: Node): Node {
  const bounds = readBounds(reader)
  if (!bounds) return node
  // Greedy and lazy find the same texts.
  take(reader, '?')
  const [min, max] = bounds
  if (min > mostRepeats || (max !== null && (max > mostRepeats || max < min))) throw new Unsupported('too many repeats')
  return { kind: 'repeat', node, min, max }
}

function readBounds(reader: Reader): [number, number | null] | null {
  if (take(reader, '*')) return [0, null]
  if (take(reader, '+')) return [1, null]
  if (take(reader, '?')) return [0, 1]
  const [all, min, comma, max] =
    /^\{(\d+)(,?)(\d*)\}/.exec(reader.chars.slice(reader.at, reader.at + 20).join('')) ?? []
  if (!all) return null
  reader.at += all.length
  return [Number(min), comma ? (max ? Number(max) : null) : Number(min)]
}
