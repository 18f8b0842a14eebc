// make texts [part of a path]: every text that a person reads, English and Spanish, with its place.
import { parseSync } from 'vite'
import { isTest, readSources } from '../platform/checks/source.ts'
import { root } from './run.ts'

type Found = { line: number; key: string; english: string; spanish: string }
type Node = { type: string; start: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The value of a string in the source; null for anything that is not one. */
function stringOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('{…}')
}

/** Names, addresses and SQL are in pairs too; a text begins with a capital letter or has several words. */
const isProse = (text: string) =>
  (!/^[A-Z0-9_]+$/.test(text) && /^[¿¡"“]?[\p{Lu}{]/u.test(text)) || /\p{L}+\s+\p{L}+/u.test(text)

const isSentence = (text: string) => isProse(text) && /\.$/.test(text) && text.includes(' ')

function findTexts(path: string, text: string): Found[] {
  const { program } = parseSync(path, text)
  const found: Found[] = []
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  function visit(node: Node, key: string): void {
    const pairs = pairsOf(node, key)
    found.push(...pairs.map((pair) => ({ line: lineOf(node.start), ...pair })))
    if (pairs.length > 0) return
    for (const child of Object.values(node).flat()) {
      if (isNode(child)) visit(child, keyOf(child) ?? key)
    }
  }
  visit(program as unknown as Node, '')
  return found
}

type Pair = Omit<Found, 'line'>

/** The texts of `['English', 'Spanish']`, of `mend('student', 'name', 'English', 'Spanish')` and of `{ 'en-us', 'es-es' }`. */
function pairsOf(node: Node, key: string): Pair[] {
  if (node.type === 'ArrayExpression') return pair(node.elements as unknown[], key, isProse)
  if (node.type === 'CallExpression') return pair((node.arguments as unknown[]).slice(-2), key, isSentence)
  const [english, spanish] = [propertyOf(node, 'en-us'), propertyOf(node, 'es-es')]
  return english && spanish ? pairInside(english, spanish, key) : []
}

function pair(nodes: readonly unknown[], key: string, isText: (text: string) => boolean): Pair[] {
  const [english, spanish] = nodes.map(stringOf)
  if (nodes.length !== 2 || !english || !spanish || !isText(english) || !isText(spanish)) return []
  return [{ key, english, spanish }]
}

const isLocale = (text: string) => /^[a-z]{2}-[A-Z]{2}$/.test(text)

/** Two values of the same shape, one in each language. */
function pairInside(english: Node, spanish: Node, key: string): Pair[] {
  const [one, other] = [stringOf(english), stringOf(spanish)]
  if (one && other) return isLocale(one) ? [] : [{ key, english: one, spanish: other }]
  const elements = (node: Node) => (node.type === 'ArrayExpression' ? (node.elements as Node[]) : [])
  const inLists = elements(english).flatMap((element, at) => pairInside(element, elements(spanish)[at] ?? element, key))
  const names =
    english.type === 'ObjectExpression' ? (english.properties as Node[]).flatMap((one) => keyOf(one) ?? []) : []
  const inObjects = names.flatMap((name) => {
    const [value, translated] = [propertyOf(english, name), propertyOf(spanish, name)]
    return value && translated ? pairInside(value, translated, name) : []
  })
  return [...inLists, ...inObjects]
}

function propertyOf(node: Node, name: string): Node | null {
  if (node.type !== 'ObjectExpression') return null
  const property = (node.properties as Node[]).find((one) => keyOf(one) === name)
  return isNode(property?.value) ? property.value : null
}

function keyOf({ type, key, id }: Node): string | null {
  const name = type === 'Property' ? key : type === 'VariableDeclarator' ? id : null
  if (!isNode(name)) return null
  return typeof name.name === 'string' ? name.name : stringOf(name)
}

const wanted = process.argv[2] ?? ''
const sources = readSources(root).filter((source) => !isTest(source) && /\.tsx?$/.test(source.path))
let count = 0
for (const { path, text } of sources) {
  if (!path.includes(wanted) || !/^(modules|web|jobs|platform)\//.test(path)) continue
  const found = findTexts(path, text)
  if (found.length === 0) continue
  count += found.length
  console.log(`\n${path}`)
  for (const { line, key, english, spanish } of found) {
    console.log(`${String(line).padStart(5)}  ${key}\n         en  ${english}\n         es  ${spanish}`)
  }
}
console.log(`\n${count} texts`)
