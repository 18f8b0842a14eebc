import { parseHref } from '#modules/catalogue/rich-text/addresses.ts'
import { isColor, textAligns } from '#modules/catalogue/rich-text/attributes.ts'
import { backgroundClass, colorClass } from '#modules/catalogue/rich-text/palette.ts'
import type { Script } from '#modules/catalogue/rich-text/scripts.ts'
import { basicColors, readStyle, type Style } from './paste-style.ts'
import { isPlainNumbering, type ListItem, listItemOf, numberedItems, wordOnlineItems } from './word-lists.ts'

/** The kinds of content left out when pasting, for the notice to the author. */
export type Dropped = 'pictures' | 'media' | 'forms' | 'links' | 'depth' | 'numbering' | 'comments' | 'formulas'

/** The formatting of a piece of text, independent of how its elements were nested. */
type Marks = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  code?: boolean
  script?: Script | null
  color?: string
  background?: string
  highlight?: string
  link?: Link
}
type Link = { href: string; title: string | null }
type PasteContext = { page: Document; dropped: Set<Dropped> }
type Surroundings = { marks: Marks; depth: number }

/** Elements that keep their tag. Elements that are not in any of these lists are replaced by their content. */
const blockTags = new Set(['p', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'div', 'table', 'tbody', 'tr', 'td', 'th'])
const nestingTags = new Set(['blockquote', 'ul', 'ol', 'table'])
const ignoredTags = new Set(
  'script style meta link title head noscript template base colgroup col caption wbr map area param source track'.split(
    ' ',
  ),
)
const droppedByTag: Readonly<Record<string, Dropped>> = {
  ...mapTags<Dropped>('pictures', 'img picture svg canvas image v:imagedata v:shape'),
  ...mapTags<Dropped>('media', 'video audio iframe object embed frame frameset applet'),
  ...mapTags<Dropped>('formulas', 'math'),
  ...mapTags<Dropped>('forms', 'input select textarea button option optgroup datalist meter progress dialog'),
}
/** The maximum nesting of pasted lists, quotes and tables; deeper ones are flattened. */
const maxDepth = 8

const marksByTag: Readonly<Record<string, Partial<Marks>>> = {
  ...mapTags<Partial<Marks>>({ bold: true }, 'b strong'),
  ...mapTags<Partial<Marks>>({ italic: true }, 'i em cite dfn var address'),
  ...mapTags<Partial<Marks>>({ underline: true }, 'u ins'),
  ...mapTags<Partial<Marks>>({ strike: true }, 's strike del'),
  ...mapTags<Partial<Marks>>({ code: true }, 'code kbd samp tt'),
  ...mapTags<Partial<Marks>>({ script: 'superscript' }, 'sup'),
  ...mapTags<Partial<Marks>>({ script: 'subscript' }, 'sub'),
}

function mapTags<T>(value: T, tags: string): Record<string, T> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, value]))
}

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1
const isText = (node: Node): boolean => node.nodeType === 3
const tagOf = (element: Element) => element.nodeName.toLowerCase()

/** Text that the database can store: without NULs and lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/**
 * Pasted content rewritten with a short list of our own elements and attributes: styles, scripts, comments and classes
 * of other programs never reach the editor. `dropped` lists the kinds of content that an author would miss.
 */
export function cleanPasted(
  content: ParentNode & Node,
  page: Document,
): { clean: DocumentFragment; dropped: Set<Dropped> } {
  const context: PasteContext = { page, dropped: new Set() }
  const clean = page.createDocumentFragment()
  writeChildren(content, clean, { marks: {}, depth: 0 }, context)
  fillEmpty(clean, page)
  return { clean, dropped: context.dropped }
}

/** Fills empty items and cells, and removes lists without items: the editor requires content in them. */
function fillEmpty(clean: DocumentFragment, page: Document): void {
  for (const list of clean.querySelectorAll('ul, ol')) if (!list.querySelector('li')) unwrap(list)
  for (const box of clean.querySelectorAll('li, blockquote, td, th')) {
    const hasContent = (box.textContent ?? '').trim() !== '' || box.querySelector('p, br, hr, figure, li, td, th')
    if (!hasContent) box.appendChild(page.createElement('p'))
  }
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

function writeChildren(from: Node, into: Node, surroundings: Surroundings, context: PasteContext): void {
  const items: ListItem[] = []
  const flush = () => {
    if (items.length > 0) writeList(items.splice(0), into, surroundings, context)
  }
  for (const child of from.childNodes) {
    const item = isElement(child) ? listItemOf(child) : null
    const newItems = item ? [item] : isElement(child) ? wordOnlineItems(child) : []
    if (newItems.length > 0) {
      items.push(...newItems)
      continue
    }
    // Word puts line ends between list items.
    if (isElement(child) || (child.textContent ?? '').trim() !== '') flush()
    writeNode(child, into, surroundings, context)
  }
  flush()
}

function writeNode(node: Node, into: Node, surroundings: Surroundings, context: PasteContext): void {
  if (isText(node)) writeText(node.textContent ?? '', into, surroundings.marks, context)
  else if (isElement(node)) writeElement(node, into, surroundings, context)
}

function writeElement(element: HTMLElement, into: Node, surroundings: Surroundings, context: PasteContext): void {
  const tag = tagOf(element)
  if (ignoredTags.has(tag)) return
  const kind = droppedByTag[tag]
  if (kind) {
    context.dropped.add(kind)
    return
  }
  const style = readStyle(element.getAttribute('style'))
  if (style['mso-list']?.toLowerCase() === 'ignore' || style.display === 'none') return
  if (isReviewComment(element, style)) {
    context.dropped.add('comments')
    return
  }
  if (tag === 'br') into.appendChild(context.page.createElement('br'))
  else if (element.hasAttribute('data-media-card')) into.appendChild(copyCard(element, context))
  else writeKnown(element, tag, style, into, surroundings, context)
}

/** Word writes reviewers' comments below the text, and a reference to each within it. */
const isReviewComment = (element: HTMLElement, style: Style): boolean =>
  style['mso-element'] === 'comment-list' || element.classList.contains('MsoCommentReference')

function writeKnown(
  element: HTMLElement,
  tag: string,
  style: Style,
  into: Node,
  surroundings: Surroundings,
  context: PasteContext,
): void {
  const block = blockOf(element, tag)
  const marks = marksOf(element, tag, style, surroundings.marks, block !== null, context)
  if (block === null) {
    writeChildren(element, into, { ...surroundings, marks }, context)
    return
  }
  const depth = surroundings.depth + (nestingTags.has(block) ? 1 : 0)
  if (depth > maxDepth && (nestingTags.has(block) || ['li', 'tbody', 'tr', 'td', 'th'].includes(block))) {
    context.dropped.add('depth')
    const flat = into.appendChild(context.page.createElement('div'))
    writeChildren(element, flat, { marks, depth }, context)
    return
  }
  const numbered = block === 'ol' ? numberedItems(element) : []
  if (numbered.length > 0) {
    writeList(numbered, into, surroundings, context)
    return
  }
  const copy = into.appendChild(context.page.createElement(block))
  copyAttributes(element, copy, block, style)
  if (block === 'ol' && !isPlainNumbering(element, style)) context.dropped.add('numbering')
  writeChildren(element, copy, { marks, depth }, context)
}

/** The element that a block becomes, or null for inline content. */
function blockOf(element: HTMLElement, tag: string): string | null {
  if (/^h[1-6]$/.test(tag)) {
    const level = Number(element.getAttribute('data-level'))
    return Number.isInteger(level) && level >= 1 && level <= 6 ? `h${level}` : tag
  }
  if (blockTags.has(tag)) return tag
  if (tag === 'thead' || tag === 'tfoot') return 'tbody'
  const parts =
    'section article main header footer nav aside figure figcaption dl dt dd form fieldset details summary center body html'
  return parts.split(' ').includes(tag) ? 'div' : null
}

/** The marks of an element: the inherited ones, overridden by its own. */
function marksOf(
  element: HTMLElement,
  tag: string,
  style: Style,
  inherited: Marks,
  block: boolean,
  context: PasteContext,
): Marks {
  const marks: Marks = { ...inherited, ...marksByTag[tag] }
  applyStyle(marks, style, block)
  applyAttributes(element, tag, marks)
  if (tag === 'a') applyLink(element, marks, context)
  // Headings are already bold.
  if (/^h[1-6]$/.test(tag) || tag === 'th') delete marks.bold
  return marks
}

function applyStyle(marks: Marks, style: Style, block: boolean): void {
  const weight = style['font-weight']
  if (weight) marks.bold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  if (style['font-style']) marks.italic = /italic|oblique/.test(style['font-style'])
  const line = `${style['text-decoration'] ?? ''} ${style['text-decoration-line'] ?? ''}`
  if (line.includes('underline')) marks.underline = true
  if (line.includes('line-through')) marks.strike = true
  const verticalAlign = style['vertical-align']
  if (verticalAlign && !block)
    marks.script = verticalAlign === 'super' ? 'superscript' : verticalAlign === 'sub' ? 'subscript' : null
  const color = readColor(style.color)
  if (color && colorClass(color)) marks.color = color
  // A block's background does not apply to its text.
  const background = block ? null : readColor(style['background-color'] ?? style.background ?? style['mso-highlight'])
  if (background && backgroundClass(background)) marks.background = background
}

function applyAttributes(element: HTMLElement, tag: string, marks: Marks): void {
  const color = element.getAttribute('data-color')
  const background = element.getAttribute('data-background')
  if (tag === 'span' && isColor(color)) marks.color = color!
  if (tag === 'span' && isColor(background)) marks.background = background!
  if (tag === 'mark') marks.highlight = isColor(color) ? color! : ''
  const font = tag === 'font' ? readColor(element.getAttribute('color') ?? undefined) : null
  if (font && colorClass(font)) marks.color = font
}

function applyLink(element: HTMLElement, marks: Marks, context: PasteContext): void {
  const address = element.getAttribute('href')?.trim()
  const href = address ? parseHref(address) : null
  if (href) marks.link = { href, title: element.getAttribute('title')?.slice(0, 500) ?? null }
  else if (address && !address.startsWith('#')) context.dropped.add('links')
}

function readColor(value: string | undefined): string | null {
  if (!value) return null
  const word = value.trim().split(/\s+/)[0]!.toLowerCase()
  const text = value.trim().toLowerCase()
  if (isColor(text)) return text
  return isColor(word) ? word : (basicColors[word] ?? null)
}

function copyAttributes(from: HTMLElement, into: HTMLElement, block: string, style: Style): void {
  const align = from.getAttribute('data-align') ?? style['text-align'] ?? from.getAttribute('align')?.toLowerCase()
  const set = (name: string, value: string | null | undefined) => {
    if (value) into.setAttribute(name, value)
  }
  if (textAligns.some((word) => word === align) && align !== 'left') set('data-align', align)
  if (block === 'p') set('data-variant', from.getAttribute('data-variant'))
  if (block === 'ol') set('start', from.getAttribute('start'))
  if (block === 'pre') set('data-language', from.getAttribute('data-language'))
  if (block === 'td' || block === 'th') copyCell(from, style, set)
}

function copyCell(
  from: HTMLElement,
  style: Style,
  set: (name: string, value: string | null | undefined) => void,
): void {
  for (const name of ['colspan', 'rowspan', 'data-widths']) set(name, from.getAttribute(name))
  const pastedBackground = from.getAttribute('data-background')
  const color =
    pastedBackground ??
    readColor(style['background-color'] ?? style.background ?? from.getAttribute('bgcolor') ?? undefined)
  if (color && (pastedBackground || backgroundClass(color))) set('data-background', color)
}

function copyCard(from: HTMLElement, { page }: PasteContext): HTMLElement {
  const element = page.createElement('figure')
  element.setAttribute('data-media-card', from.getAttribute('data-media-card')!)
  return element
}

function writeText(text: string, into: Node, marks: Marks, { page }: PasteContext): void {
  let parent: Node = into
  const open = (tag: string, attributes: Record<string, string | null | undefined> = {}) => {
    const element = page.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) if (value) element.setAttribute(name, value)
    parent = parent.appendChild(element)
  }
  if (marks.link) open('a', { ...marks.link, rel: 'noopener', target: '_blank' })
  if (marks.color || marks.background) open('span', { 'data-color': marks.color, 'data-background': marks.background })
  if (marks.highlight !== undefined) open('mark', { 'data-color': marks.highlight })
  if (marks.bold) open('strong')
  if (marks.italic) open('em')
  if (marks.underline) open('u')
  if (marks.strike) open('s')
  if (marks.code) open('code')
  if (marks.script) open(marks.script === 'superscript' ? 'sup' : 'sub')
  parent.appendChild(page.createTextNode(storableText(text)))
}

type OpenList = { list: HTMLElement; level: number; source: string; ordered: boolean; next: number }

/**
 * Word writes list items as paragraphs or separate lists, each with its level. A different kind of list, or a number
 * out of sequence, starts a new list.
 */
function writeList(items: readonly ListItem[], into: Node, surroundings: Surroundings, context: PasteContext): void {
  const open: OpenList[] = []
  for (const item of items) {
    const { element, level, source, ordered } = item
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const parent = open.at(-1)?.level === level ? open.at(-1)! : null
    const number = item.numberAfter(parent?.next ?? null)
    if (parent && !(parent.ordered === ordered && parent.source === source && (!ordered || parent.next === number))) {
      open.pop()
    }
    if (open.at(-1)?.level !== level) {
      const outer = open.at(-1)?.list.lastElementChild ?? into
      const list = outer.appendChild(context.page.createElement(ordered ? 'ol' : 'ul'))
      if (ordered && number !== 1) list.setAttribute('start', String(number))
      open.push({ list, level, source, ordered, next: number })
    }
    const current = open.at(-1)!
    current.next = number + 1
    if (!item.plain) context.dropped.add('numbering')
    const listItem = current.list.appendChild(context.page.createElement('li'))
    // The content of a list paragraph goes into a paragraph; a list item brings its own.
    const isLine = tagOf(element) === 'p'
    const line = isLine ? listItem.appendChild(context.page.createElement('p')) : listItem
    const marks = marksOf(element, 'p', readStyle(element.getAttribute('style')), surroundings.marks, true, context)
    writeChildren(element, line, { marks, depth: surroundings.depth + open.length }, context)
  }
}
