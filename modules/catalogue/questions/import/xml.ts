import { SaxesParser } from 'saxes'
import { UnreadableFile } from './parsed.ts'

/** An element by its local name; texts are children too. */
export type Element = { name: string; attributes: Readonly<Record<string, string>>; children: (Element | string)[] }

const deepest = 100
const mostElements = 200_000

/** The tree of a small XML file. Declarations of document types, and with them entities of any kind, are refused. */
export function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  let elements = 0
  const parser = new SaxesParser({ xmlns: false, position: false })
  const refuse = (): never => {
    throw new UnreadableFile('badXml')
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    elements++
    if (elements > mostElements || open.length > deepest) refuse()
    const local = Object.entries(attributes as Record<string, string>).map(([key, value]) => [localOf(key), value])
    const element: Element = { name: localOf(name), attributes: Object.fromEntries(local), children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const add = (inner: string) => void open.at(-1)!.children.push(inner)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(text).close()
  return root
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

export const isElement = (child: Element | string): child is Element => typeof child !== 'string'

/** All elements below one, in order. */
export const elementsOf = ({ children }: Element): Element[] =>
  children.filter(isElement).flatMap((child) => [child, ...elementsOf(child)])

export const findAll = (element: Element, ...names: readonly string[]): Element[] =>
  elementsOf(element).filter(({ name }) => names.includes(name))

/** Where something is to be filled in. */
const blanks = new Set(['inlineChoiceInteraction', 'textEntryInteraction'])
const blocks = new Set(['p', 'div', 'li', 'br', 'prompt', 'h1', 'h2', 'h3', 'tr'])

/** The text of an element without what is below `except`, its blanks made single. */
export function textOf(element: Element, except: ReadonlySet<string> = new Set()): string {
  return rawText(element, except).replaceAll(/\s+/g, ' ').trim()
}

function rawText({ children }: Element, except: ReadonlySet<string>): string {
  return children
    .map((child) => {
      if (!isElement(child)) return child
      if (blanks.has(child.name)) return ' _____ '
      if (except.has(child.name)) return ''
      const inner = rawText(child, except)
      return blocks.has(child.name) ? ` ${inner} ` : inner
    })
    .join('')
}
