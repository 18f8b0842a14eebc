import { SaxesParser } from 'saxes'

/** An element with its namespace; `text` excludes the text of its children. */
export type XmlElement = {
  uri: string
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** The text is not well-formed XML, or exceeds the limits. */
export class UnreadableXml extends Error {
  override name = 'UnreadableXml'
}

const maxLength = 200_000
const maxDepth = 50
const maxElements = 5_000
const maxAttributes = 50

/** Parses a response or a service description. Refuses document types, and thus all declared entities. */
export function parseXml(text: string): XmlElement {
  if (text.length > maxLength) throw new UnreadableXml('too long')
  const root = element('', '')
  const openElements = [root]
  let elements = 0
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', ({ message }) => {
    throw new UnreadableXml(message)
  })
  parser.on('doctype', () => {
    throw new UnreadableXml('document type')
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1
    const entries = Object.values(attributes)
    if (elements > maxElements || openElements.length > maxDepth || entries.length > maxAttributes) {
      throw new UnreadableXml('too large')
    }
    const child = element(uri, local, Object.fromEntries(entries.map(({ name, value }) => [name, value])))
    openElements.at(-1)!.children.push(child)
    openElements.push(child)
  })
  parser.on('closetag', () => void openElements.pop())
  const addText = (characters: string) => {
    openElements.at(-1)!.text += characters
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  return root.children[0]!
}

const element = (uri: string, name: string, attributes: Record<string, string> = {}): XmlElement => ({
  uri,
  name,
  attributes,
  children: [],
  text: '',
})

/** Every descendant of an element with this local name, in document order. */
export const allNamed = (root: XmlElement, name: string): XmlElement[] =>
  root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allNamed(child, name)])

/** The first descendant of an element with this local name. */
export const firstNamed = (root: XmlElement, name: string): XmlElement | undefined => allNamed(root, name)[0]

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A value as the text of an element or an attribute; characters that XML doesn't allow become spaces. */
export const xmlText = (value: string): string =>
  value
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll(/[&<>"]/g, (character) => escapes[character]!)
