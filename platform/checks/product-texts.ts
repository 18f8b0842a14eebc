import { parseSync } from 'vite'
import { islandName } from '#platform/ui/island-name.ts'
import { isTest, readSources } from './source.ts'
import { pagesByFile } from './text-pages.ts'

/** A product text and its place in the source. */
export type FoundText = { path: string; line: number; key: string; english: string; spanish: string; isSpoken: boolean }
type Node = { type: string; start: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The value of a string literal; null for anything else. */
function stringOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('{…}')
}

/**
 * Names, permissions, addresses and SQL also come in pairs; a text starts with a capital letter or has several words.
 */
const isProse = (text: string) =>
  (!/^[A-Z0-9_]+(:[A-Z]+)?$/.test(text) && /^[¿¡"“]?[\p{Lu}{]/u.test(text)) || /\p{L}+\s+\p{L}+/u.test(text)

/** Every string in a table of texts counts: 'optional', 'FAQ', '3 stars'. */
const isCallOf = ({ type, callee }: Node, names: readonly string[]) =>
  type === 'CallExpression' && isNode(callee) && callee.type === 'Identifier' && names.includes(String(callee.name))
const isDeclaration = (node: Node) => isCallOf(node, ['texts', 'declareEmail'])

/** The body of a declared email lists its paragraphs by key: `['body', 'notYou']` is not a text. */
const isListOfKeys = (node: Node, name: string, email: boolean) =>
  email && name === 'body' && node.type === 'ArrayExpression'
const hasLetters = (text: string) => /\p{L}/u.test(text)

const isSentence = (text: string) => isProse(text) && /\.$/.test(text) && text.includes(' ')

function findTexts(path: string, text: string): FoundText[] {
  const { program } = parseSync(path, text)
  const findings: FoundText[] = []
  const lineOf = (index: number) => text.slice(0, index).split('\n').length
  function visit(node: Node, names: readonly string[], declared = false, email = false): void {
    if (isListOfKeys(node, names.at(-1) ?? '', email)) return
    const pairs = pairsOf(node, names.at(-1) ?? '', declared)
    // A pair indexed by language does not go through `localize`.
    const isSpoken = node.type !== 'ObjectExpression'
    const base = names.slice(0, -1)
    findings.push(
      ...pairs.map(({ key, ...pair }) => ({
        path,
        line: lineOf(node.start),
        ...pair,
        key: [...base, key].filter(Boolean).join('.'),
        isSpoken,
      })),
    )
    if (pairs.length > 0) return
    const isInside = declared || isDeclaration(node)
    const inEmail = email || isCallOf(node, ['declareEmail'])
    for (const child of Object.values(node).flat()) {
      if (!isNode(child)) continue
      const name = keyOf(child)
      visit(child, name ? [...names, name] : names, isInside, inEmail)
    }
  }
  // A node is read by its fields here, and the types of the parser differ by its kind.
  visit(program as unknown as Node, [])
  return findings
}

type Pair = Pick<FoundText, 'key' | 'english' | 'spanish'>

/**
 * The texts of `['English', 'Spanish']`, of `mend('student', 'name', 'English', 'Spanish')` and of `{ 'en-us', 'es-es'
 * }`.
 */
function pairsOf(node: Node, key: string, declared: boolean): Pair[] {
  if (node.type === 'ArrayExpression') return pair(node.elements as unknown[], key, declared ? hasLetters : isProse)
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
  const [first, other] = [stringOf(english), stringOf(spanish)]
  if (first && other) return isLocale(first) ? [] : [{ key, english: first, spanish: other }]
  const elements = (node: Node) => (node.type === 'ArrayExpression' ? (node.elements as Node[]) : [])
  const inLists = elements(english).flatMap((element, index) =>
    pairInside(element, elements(spanish)[index] ?? element, key),
  )
  const names =
    english.type === 'ObjectExpression' ? (english.properties as Node[]).flatMap((node) => keyOf(node) ?? []) : []
  const inObjects = names.flatMap((name) => {
    const [value, translated] = [propertyOf(english, name), propertyOf(spanish, name)]
    return value && translated ? pairInside(value, translated, name) : []
  })
  return [...inLists, ...inObjects]
}

function propertyOf(node: Node, name: string): Node | null {
  if (node.type !== 'ObjectExpression') return null
  const property = (node.properties as Node[]).find((node) => keyOf(node) === name)
  return isNode(property?.value) ? property.value : null
}

function keyOf({ type, key, id }: Node): string | null {
  const declares = type === 'VariableDeclarator' || type === 'FunctionDeclaration'
  const name = type === 'Property' ? key : declares ? id : null
  if (!isNode(name)) return null
  if (name.type === 'Literal' && typeof name.value === 'number') return String(name.value)
  return typeof name.name === 'string' ? name.name : stringOf(name)
}

/** Every text that a person reads, in both languages, with its place; `within` filters by part of a path. */
export function findProductTexts(root: string, within = ''): FoundText[] {
  return (
    readSources(root)
      .filter((source) => !isTest(source) && /^(modules|web|jobs|platform(?!\/checks))\//.test(source.path))
      // The guide for developers is in English alone: pairs there are rows and paragraphs.
      .filter(({ path }) => !path.startsWith('web/pages/developers/guide/'))
      .filter(({ path }) => path.includes(within))
      .sort((source, other) => (source.path < other.path ? -1 : 1))
      .flatMap(({ path, text }) => findTexts(path, text))
  )
}

/** A translatable text: one `localize` pair, listed once for all places where both languages are the same. */
export type ProductText = {
  key: string
  english: string
  spanish: string
  places: string[]
  /** The addresses of the pages that show it, if they can be determined. */
  pages: string[]
}
type ListedText = { readonly places: readonly string[] }

export function productTexts(root: string): ProductText[] {
  const byWords = new Map<string, ProductText>()
  const keys = new Set<string>()
  const pagesOf = pagesByFile(root)
  for (const { path, line, key, english, spanish, isSpoken } of findProductTexts(root)) {
    // A template with computed parts has no fixed text.
    if (!isSpoken || english.includes('{…}')) continue
    const text = JSON.stringify([english, spanish])
    const place = `${path}:${line}`
    const existing = byWords.get(text)
    const pages = pagesOf.get(path) ?? []
    if (!existing) byWords.set(text, { key: newKey(keys, path, key), english, spanish, places: [place], pages })
    else {
      existing.places.push(place)
      existing.pages = [...new Set([...existing.pages, ...pages])].sort()
    }
  }
  return [...byWords.values()].sort((productText, other) => (productText.key < other.key ? -1 : 1))
}

/**
 * The texts that each island can show, by island name, as positions in the list; found through its files and their
 * imports.
 */
export function islandTexts(root: string, texts: readonly ListedText[]): Record<string, number[]> {
  const sources = new Map(readSources(root).map((source) => [source.path, source]))
  const byFile = new Map<string, number[]>()
  for (const [index, { places }] of texts.entries()) {
    for (const file of new Set(places.map((place) => place.slice(0, place.lastIndexOf(':'))))) {
      byFile.set(file, [...(byFile.get(file) ?? []), index])
    }
  }
  const within = (path: string, seen: Set<string>): Set<string> => {
    if (seen.has(path)) return seen
    seen.add(path)
    for (const { target, typeOnly } of sources.get(path)?.imports ?? []) if (!typeOnly) within(target, seen)
    return seen
  }
  const islands = [...sources.keys()].filter((path) => path.endsWith('.island.tsx'))
  return Object.fromEntries(
    islands.map((path) => {
      const indexes = [...within(path, new Set())].flatMap((file) => byFile.get(file) ?? [])
      return [islandName(path), [...new Set(indexes)].sort((item, other) => item - other)]
    }),
  )
}

/** `support/chat/chat:chatTexts.send`: the file and the name in it. */
function newKey(keys: Set<string>, path: string, name: string): string {
  const file = path.replace(/^modules\//, '').replace(/(\.(texts|shared|island|page|job|mail))*\.tsx?$/, '')
  const base = `${file}:${name}`.slice(0, 190)
  let key = base
  for (let count = 2; keys.has(key); count++) key = `${base}#${count}`
  keys.add(key)
  return key
}
