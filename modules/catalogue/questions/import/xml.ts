import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import { isAttribute, isTag, leftPicture, type Markup, readMarkup } from './markup.ts'
import { type Remark, UnreadableFile } from './parsed.ts'

/** An element by its local name; texts are also children. CDATA is an element named `cdata` with one text. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Element | string)[]
  line: number
  /** Whether its own texts have been read. */
  read: boolean
}

const cdata = '#cdata'
const maxDepth = 100
const maxElements = 200_000
const maxAttributes = 100

/**
 * Parses a small XML file. Declarations in a document type, and thus all entities, are refused; `file` is its name in a
 * package.
 */
export function parseXml(text: string, file = ''): Element {
  const make = (name: string, line: number, attributes = {}): Element => ({
    name,
    attributes,
    children: [],
    line,
    read: false,
  })
  const root = make('', 1)
  const open = [root]
  let elements = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  const refuse = (key: 'badXml' | 'xmlDeclarations' | 'xmlTooLarge'): never => {
    throw new UnreadableFile(key, { line: parser.line, file: file && ` (${file})` })
  }
  parser.ENTITIES = htmlEntities
  parser.on('error', () => refuse('badXml'))
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse('xmlDeclarations')
  })
  // An element starts where its tag starts.
  let tagLine = 1
  parser.on('opentagstart', () => {
    tagLine = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    elements++
    const entries = Object.entries(attributes as Record<string, string>)
    if (elements > maxElements || open.length > maxDepth || entries.length > maxAttributes) refuse('xmlTooLarge')
    const local = Object.fromEntries(entries.map(([key, value]) => [localOf(key), value]))
    const element = make(localOf(name), tagLine, local)
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (inner) => void open.at(-1)!.children.push(inner))
  parser.on('cdata', (inner) => {
    const element = make(cdata, parser.line)
    element.children.push(inner)
    open.at(-1)!.children.push(element)
  })
  parser.write(text).close()
  return root
}

/** HTML's named characters: authoring programs use them without declaring them. */
const htmlEntities = new Proxy<Record<string, string>>(Object.create(null), {
  get: (_names, name) => {
    const reference = `&${String(name)};`
    const decoded = decodeHTMLStrict(reference)
    return decoded === reference ? undefined : decoded
  },
})

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

export const isElement = (child: Element | string): child is Element => typeof child !== 'string'

/** The outermost descendants with these names, in order. */
export function findAll(element: Element, ...names: readonly string[]): Element[] {
  const matches: Element[] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      if (!isElement(child)) continue
      if (names.includes(child.name)) matches.push(child)
      else visit(child)
    }
  }
  visit(element)
  return matches
}

export const findFirst = (element: Element, ...names: readonly string[]): Element | undefined =>
  findAll(element, ...names)[0]

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter(isElement).filter((child) => child.name === name)

/** Replaces an element within a text: returns its text, or null to leave it out unread. */
export type Replace = (element: Element) => string | null | undefined

type ReadOptions = { replace?: Replace; escaped?: boolean; plain?: boolean }

/**
 * The text of an element, read as HTML: its elements, CDATA, and with `escaped` also escaped markup in its texts; with
 * `plain` no text is HTML. `replace` substitutes an element's text.
 */
export function readText(
  element: Element,
  { replace = () => undefined, escaped = false, plain = false }: ReadOptions = {},
): Markup {
  const parts: string[] = []
  const visit = (element: Element) => {
    element.read = true
    for (const child of element.children) {
      if (!isElement(child)) {
        parts.push(!plain && (escaped || element.name === cdata) ? child : escapeText(child))
        continue
      }
      if (child.name === cdata) {
        visit(child)
        continue
      }
      const instead = replace(child)
      if (instead !== undefined) {
        parts.push(escapeText(instead ?? ''))
        continue
      }
      const name = htmlName(child.name)
      const attributes = name === child.name ? Object.entries(child.attributes).filter(([key]) => isAttribute(key)) : []
      parts.push(`<${name}${attributes.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}>`)
      visit(child)
      parts.push(`</${name}>`)
    }
  }
  visit(element)
  const { text, notes } = readMarkup(parts.join(''))
  // Line breaks in XML count as spaces.
  return { text: text.replaceAll(/\s+/g, ' '), notes }
}

/** Elements of the question formats are blocks, unless HTML has one of that name. */
const blockNames = new Set([
  'prompt',
  'rubricBlock',
  'material',
  'mattext',
  'flow',
  'flow_mat',
  'text',
  'feedbackBlock',
])
const htmlName = (name: string): string => (blockNames.has(name) ? 'div' : isTag(name) ? name : 'span')

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

/** An unread text, in its outermost element of `groups` or else in its own. */
export type Unread = { name: string; line: number; text: string; notes: Remark[] }

/** The unread texts and pictures below an element; `technical` elements are ignored. */
export function unreadTexts(
  root: Element,
  { technical, groups }: { technical: ReadonlySet<string>; groups: ReadonlySet<string> },
): Unread[] {
  const unread = new Map<Element, { texts: string[]; notes: Remark[] }>()
  const add = (group: Element, { text, notes }: Markup) => {
    const entry = unread.get(group) ?? { texts: [], notes: [] }
    unread.set(group, entry)
    if (text) entry.texts.push(text)
    for (const note of notes) entry.notes.push(note)
  }
  const visit = (element: Element, around: Element | null) => {
    if (technical.has(element.name)) return
    const group = around ?? (groups.has(element.name) ? element : null)
    if (!element.read && isPicture(element.name)) add(group ?? element, { text: '', notes: [pictureOf(element)] })
    for (const child of element.children) {
      if (isElement(child)) visit(child, group ?? (child.name === cdata ? element : null))
      else if (!element.read && child.trim() !== '') add(group ?? element, readMarkup(child))
    }
  }
  visit(root, null)
  return [...unread].map(([{ name, line }, { texts, notes }]) => ({ name, line, text: texts.join(' '), notes }))
}

const isPicture = (name: string) => ['img', 'matimage', 'object', 'video', 'audio', 'iframe'].includes(name)

/** A picture by its address or description. */
export function pictureOf({ attributes }: Element): Remark {
  const source = attributes.src ?? attributes.uri ?? attributes.data ?? ''
  return leftPicture(source, attributes.alt ?? attributes.label ?? '')
}
