import type { DOMOutputSpec } from '@tiptap/pm/model'
import { parseHref } from '#modules/catalogue/rich-text/addresses.ts'
import { alignClasses, textAligns, textVariants } from '#modules/catalogue/rich-text/attributes.ts'
import { allowedWord } from '#modules/catalogue/rich-text/html.ts'
import { backgroundClass, colorClass } from '#modules/catalogue/rich-text/palette.ts'
import { cardWidthClass } from '#modules/catalogue/rich-text/render-media.ts'

type Attributes = Readonly<Record<string, unknown>>

const classOf = (...names: readonly string[]) => names.filter(Boolean).join(' ') || null

function alignClass({ textAlign }: Attributes): string {
  const word = allowedWord(textAlign, textAligns, null)
  return word && word !== 'left' ? `rt-${word}` : ''
}

function paragraph(attrs: Attributes): DOMOutputSpec {
  const variant = allowedWord(attrs.variant, textVariants, null)
  const className = classOf(variant ? `rt-${variant}` : '', alignClass(attrs))
  return ['p', { class: className, 'data-variant': variant, 'data-align': attrs.textAlign }, 0]
}

function heading(attrs: Attributes): DOMOutputSpec {
  const level = Number(attrs.level)
  const className = classOf(`rt-h${level}`, alignClass(attrs))
  return [`h${Math.min(6, level + 1)}`, { class: className, 'data-level': level, 'data-align': attrs.textAlign }, 0]
}

const cell =
  (tag: 'td' | 'th') =>
  (attrs: Attributes): DOMOutputSpec => [
    tag,
    {
      class: classOf(backgroundClass(attrs.background), alignClass(attrs)),
      colspan: attrs.colspan === 1 ? null : attrs.colspan,
      rowspan: attrs.rowspan === 1 ? null : attrs.rowspan,
      'data-widths': Array.isArray(attrs.colwidth) ? attrs.colwidth.join(',') : null,
      'data-background': attrs.background,
      'data-align': attrs.textAlign,
    },
    0,
  ]

function card(attrs: Attributes): DOMOutputSpec {
  const align = allowedWord(attrs.alignClass, alignClasses, 'center')
  return ['figure', { class: classOf('rt-media', `rt-align-${align}`, cardWidthClass(attrs)), ...cardData(attrs) }]
}

const cardData = (attrs: Attributes) => ({
  'data-media-card': JSON.stringify(Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null))),
})

const link = (attrs: Attributes): DOMOutputSpec => [
  'a',
  { href: parseHref(attrs.href), title: attrs.title, rel: attrs.rel, target: attrs.target },
  0,
]

/**
 * The rendering of nodes and marks in the editor: the elements and classes of `renderDocument`, with their values as
 * attributes.
 */
export const domByType: Readonly<Record<string, (attrs: Attributes) => DOMOutputSpec>> = {
  paragraph,
  heading,
  codeBlock: ({ language }) => ['pre', { 'data-language': language }, ['code', 0]],
  orderedList: ({ start }) => ['ol', { start: start === 1 ? null : start }, 0],
  table: () => ['table', ['tbody', 0]],
  tableCell: cell('td'),
  tableHeader: cell('th'),
  mediaCard: card,
  link,
  textStyle: ({ color, backgroundColor }) => [
    'span',
    {
      class: classOf(colorClass(color), backgroundClass(backgroundColor)),
      'data-color': color,
      'data-background': backgroundColor,
    },
    0,
  ],
  superscript: () => ['sup', 0],
  subscript: () => ['sub', 0],
  highlight: ({ color }) => ['mark', { class: backgroundClass(color ?? '#fff0a0'), 'data-color': color }, 0],
}

const attributeReader = (name: string) => (element: HTMLElement) => element.getAttribute(name)
const numberReader = (name: string) => (element: HTMLElement) => {
  const value = element.getAttribute(name)
  return value === null || value === '' ? null : Number(value)
}
const readWidths = (element: HTMLElement) => {
  const value = element.getAttribute('data-widths')
  return value ? value.split(',').map((part) => (part === '' ? null : Number(part))) : null
}

type AttributeReader = (element: HTMLElement) => unknown

const align = { textAlign: attributeReader('data-align') }
const cellAttributes = {
  ...align,
  colspan: numberReader('colspan'),
  rowspan: numberReader('rowspan'),
  colwidth: readWidths,
  background: attributeReader('data-background'),
}

/** Reads the attributes of pasted, dropped or moved content. */
export const readersByType: Readonly<Record<string, Readonly<Record<string, AttributeReader>>>> = {
  paragraph: { ...align, variant: attributeReader('data-variant') },
  heading: align,
  codeBlock: { language: attributeReader('data-language') },
  orderedList: { start: numberReader('start') },
  tableCell: cellAttributes,
  tableHeader: cellAttributes,
  link: {
    href: attributeReader('href'),
    title: attributeReader('title'),
    rel: attributeReader('rel'),
    target: attributeReader('target'),
  },
  textStyle: { color: attributeReader('data-color'), backgroundColor: attributeReader('data-background') },
  highlight: { color: attributeReader('data-color') },
}

/** The attributes of a copied card, or false for any other element. */
export function readCard(element: HTMLElement): Record<string, unknown> | false {
  try {
    const value: unknown = JSON.parse(element.getAttribute('data-media-card') ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : false
  } catch {
    return false
  }
}
