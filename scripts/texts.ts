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

function findTexts(path: string, text: string): Found[] {
  const { program } = parseSync(path, text)
  const found: Found[] = []
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  function visit(node: Node, key: string): void {
    const pair = node.type === 'ArrayExpression' ? (node.elements as unknown[]).map(stringOf) : []
    const [english, spanish] = pair
    if (pair.length === 2 && english && spanish && isProse(english) && isProse(spanish)) {
      found.push({ line: lineOf(node.start), key, english, spanish })
      return
    }
    for (const child of Object.values(node).flat()) {
      if (isNode(child)) visit(child, keyOf(child) ?? key)
    }
  }
  visit(program as unknown as Node, '')
  return found
}

function keyOf({ type, key, id }: Node): string | null {
  const name = type === 'Property' ? key : type === 'VariableDeclarator' ? id : null
  return isNode(name) && typeof name.name === 'string' ? name.name : null
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
