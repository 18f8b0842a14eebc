import { parseSync } from 'vite'
import { declaredAddresses } from './page-addresses.ts'
import { isTest, type Source } from './source.ts'

type Node = { type: string; start: number; end: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The first words of addresses that are not pages: calls, files and what other programs use. */
const served = [
  'api',
  'assets',
  'avatar',
  'connection',
  'dev',
  'files',
  'media',
  'texts',
  'theme',
  'uploads',
  'webhooks',
]

/** Files that write addresses of pages by hand, and why. */
const allowedFiles: Readonly<Record<string, string>> = {
  'modules/catalogue/public/public-routes.ts': 'robots.txt names beginnings of addresses',
}

/** The functions that build a path from an address. */
const builders = new Set(['pathTo', 'rowPath', 'sqlPath', 'withDestination'])
/** Functions whose arguments are paths, and names of attributes and fields that hold one. */
const pathFunctions = new Set(['redirect', 'withCarriedParams', 'siteUrl', 'localPath', 'assign', 'signIn'])
const pathAttributes = new Set(['href', 'action', 'formAction', 'redirect', 'opens'])

type File = Pick<Source, 'path' | 'text'>

/** Hand-written page addresses. Only a builder ensures that the page exists. */
export function checkLinks(sources: readonly File[]): string[] {
  const pages = declaredAddresses(sources).map(readAddress)
  const complaints = sources
    .filter(({ path }) => /^(modules|platform|web|jobs)\//.test(path))
    .filter((source) => !isTest(source as Source) && !allowedFiles[source.path] && /['"`]\/[a-z]/.test(source.text))
    .flatMap((source) =>
      findHandWritten(source, pages).map(
        (text) => `${source.path} writes the address ${text} by hand: build it by pathTo`,
      ),
    )
  const paths = new Set(sources.map(({ path }) => path))
  const stale = Object.keys(allowedFiles).filter((path) => !paths.has(path))
  return [...complaints, ...stale.map((path) => `${path} is excused and gone`)]
}

type Segment = { text: string; pattern: RegExp | null; optional: boolean }

/** A declared address in parts: `/course/:id{[0-9]+}` is 'course' and any number. */
const readAddress = (address: string): Segment[] =>
  address
    .slice(1)
    .split('/')
    .map((text) => {
      const parameter = /^:\w+(?:\{(.*)\})?\??$/.exec(text)
      const pattern = parameter && new RegExp(`^(?:${parameter[1] ?? '.+'})$`)
      return { text, pattern, optional: text.endsWith('?') }
    })

function findHandWritten({ path, text }: File, pages: readonly Segment[][]): string[] {
  const links: string[] = []
  // The node's fields are read without its type, because the parser's types differ by kind.
  visit(parseSync(path, text).program as unknown as Node, null, (node, parent) => {
    const address = addressOf(node)
    if (address === null || parent?.type === 'TSLiteralType' || isDeclaration(path, parent)) return
    const wrong = isPage(address, pages) || (passesText(parent) && isLocal(address))
    if (wrong) links.push(text.slice(node.start, node.end))
  })
  return [...links, ...pathsInSql(text, pages)]
}

/** Beginnings of addresses in the text of a statement: a quoted one before `||`, or a result of `case`. */
const pathsInSql = (text: string, pages: readonly Segment[][]): string[] =>
  [...text.matchAll(/('\/[\w-]+(?:\/[\w-]*)*\/?') \|\||\b(?:then|else) ('\/[\w-]+(?:\/[\w-]*)*\/?')/g)].flatMap(
    ([, joined, chosen]) => {
      const quoted = joined ?? chosen!
      const first = quoted.split(/[/']/)[2]
      return pages.some(([start]) => start!.text === first) ? [quoted] : []
    },
  )

type Visit = (node: Node, parent: Node | null) => void

/** Every node with its parent, except the arguments of builders. */
function visit(node: Node, parent: Node | null, each: Visit): void {
  each(node, parent)
  const built = node.type === 'CallExpression' && builders.has(nameOf(node.callee))
  // A value in braces stands for the attribute, and a branch of a conditional for the whole.
  const around = /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/.test(node.type) ? parent : node
  for (const child of Object.values(node).flat()) {
    if (isNode(child) && !(built && isText(child))) visit(child, around, each)
  }
}

/** A text, or a conditional between texts. */
const isText = ({ type }: Node): boolean => /^(Literal|TemplateLiteral|ConditionalExpression)$/.test(type)

/** The path that a text names, with NUL for each value, without query and hash; null if it is not a path. */
function addressOf(node: Node): string | null {
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('\0')
        : ''
  return text.startsWith('/') ? text.replace(/[?#].*$/s, '') : null
}

const nameOf = (callee: unknown): string => {
  if (!isNode(callee)) return ''
  return callee.type === 'Identifier'
    ? String(callee.name)
    : isNode(callee.property)
      ? String(callee.property.name)
      : ''
}

/** The field `address` of a page, or the first argument of an error page. */
function isDeclaration(path: string, parent: Node | null): boolean {
  if (parent?.type === 'CallExpression') return nameOf(parent.callee) === 'errorPage'
  return (
    path.endsWith('.page.tsx') && parent?.type === 'Property' && isNode(parent.key) && parent.key.name === 'address'
  )
}

/** Whether a node passes its text to a browser. */
function passesText(parent: Node | null): boolean {
  if (parent?.type === 'CallExpression') return pathFunctions.has(nameOf(parent.callee))
  if (parent?.type === 'JSXAttribute') return isNode(parent.name) && pathAttributes.has(String(parent.name.name))
  return parent?.type === 'Property' && isNode(parent.key) && pathAttributes.has(String(parent.key.name))
}

const isLocal = (address: string): boolean =>
  !/^\/(?:\/|$)/.test(address) && !served.includes(address.split(/[/\0]/)[1]!)

/** Whether an address is that of a page, or may become one through its values. */
function isPage(address: string, pages: readonly Segment[][]): boolean {
  const parts = address
    .replace(/(?<=.)\/$/, '')
    .slice(1)
    .split('/')
  if (!/^[a-z]/i.test(address.slice(1))) return false
  const open = parts.at(-1)!.includes('\0')
  return pages.some((page) => {
    const min = page.filter(({ optional }) => !optional).length
    if (parts.length > page.length || (parts.length < min && !open)) return false
    return parts.every((part, index) => matchesSegment(part, page[index]!))
  })
}

function matchesSegment(part: string, { text, pattern }: Segment): boolean {
  if (part.includes('\0')) return pattern !== null || text.startsWith(part.split('\0')[0]!)
  return pattern ? pattern.test(part) : part === text
}
