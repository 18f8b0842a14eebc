import { textAligns, textVariants } from './attributes.ts'
import { documentLimits, type RichNode } from './document.ts'
import { allowedWord, attribute, classes, wholeOrNull } from './html.ts'
import { backgroundClass } from './palette.ts'
import { renderInline } from './render-marks.ts'
import {
  type CardAttributes,
  type MediaResolver,
  type RichLocale,
  renderInlineQuiz,
  renderMedia,
} from './render-media.ts'

export type RenderOptions = {
  locale: RichLocale
  media: MediaResolver
  /** Custom HTML for a card (an island's frame, a staff view), which is not escaped; null for the default. */
  place?: (attrs: CardAttributes) => string | null
  /** How far headings move down, because the page already has its h1. Default 1. */
  headingShift?: number
  /** The origins of full addresses of our own files, as in `validateDocument`. */
  origins?: readonly string[]
  /** For staff: shows each library file's number. */
  ids?: boolean
}

type Work = RenderOptions & { nodes: number }
type Paint = (node: RichNode, attrs: CardAttributes, work: Work, depth: number) => string

const tableLabels = { en: 'Table', es: 'Tabla' } as const

function alignment(attrs: CardAttributes): string {
  const word = allowedWord(attrs.textAlign, textAligns, null)
  return word && word !== 'left' ? `rt-${word}` : ''
}

function paragraph(node: RichNode, attrs: CardAttributes): string {
  const variant = allowedWord(attrs.variant, textVariants, null)
  return `<p${classes(variant ? `rt-${variant}` : '', alignment(attrs))}>${renderInline(node.content)}</p>`
}

const heading: Paint = (node, attrs, work) => {
  const level = wholeOrNull(attrs.level, 1, 6) ?? 6
  const tag = `h${Math.min(6, level + (work.headingShift ?? 1))}`
  return `<${tag}${classes(`rt-h${level}`, alignment(attrs))}>${renderInline(node.content)}</${tag}>`
}

const orderedList: Paint = (node, attrs, work, depth) => {
  const start = wholeOrNull(attrs.start, 0, 100_000) ?? 1
  return `<ol${attribute('start', start === 1 ? null : start)}>${children(node, work, depth)}</ol>`
}

const wrap =
  (tag: string): Paint =>
  (node, _attrs, work, depth) =>
    `<${tag}>${children(node, work, depth)}</${tag}>`

function cell(node: RichNode, work: Work, depth: number, scope: string | null): string {
  const attrs = attributesOf(node)
  const [colspan, rowspan] = [wholeOrNull(attrs.colspan, 2, 100), wholeOrNull(attrs.rowspan, 2, 100)]
  const spans = attribute('colspan', colspan) + attribute('rowspan', rowspan)
  const tag = node.type === 'tableHeader' ? 'th' : 'td'
  const open = `${tag}${attribute('scope', scope)}${spans}${classes(backgroundClass(attrs.background), alignment(attrs))}`
  return `<${open}>${children(node, work, depth)}</${tag}>`
}

function row(node: RichNode, work: Work, depth: number, isFirst: boolean): string {
  const cells = childrenOf(node).filter((child) => child.type === 'tableHeader' || child.type === 'tableCell')
  const scope = (child: RichNode) => (child.type === 'tableHeader' ? (isFirst ? 'col' : 'row') : null)
  return `<tr>${cells.map((child) => (count(work) ? cell(child, work, depth + 1, scope(child)) : '')).join('')}</tr>`
}

const table: Paint = (node, _attrs, work, depth) => {
  const rows = childrenOf(node).filter((child) => child.type === 'tableRow')
  const body = rows.map((child, index) => (count(work) ? row(child, work, depth + 1, index === 0) : '')).join('')
  return `<div class="rt-table" role="region" aria-label="${tableLabels[work.locale]}" tabindex="0"><table><tbody>${body}</tbody></table></div>`
}

const mediaCard: Paint = (_node, attrs, work) =>
  work.place?.(attrs) ?? (attrs.component === 'inline-quiz' ? renderInlineQuiz(attrs) : renderMedia(attrs, work))

const rendererByType: ReadonlyMap<string, Paint> = new Map<string, Paint>([
  ['paragraph', paragraph],
  ['heading', heading],
  ['bulletList', wrap('ul')],
  ['orderedList', orderedList],
  ['listItem', wrap('li')],
  ['blockquote', wrap('blockquote')],
  ['codeBlock', (node) => `<pre><code>${renderInline(node.content)}</code></pre>`],
  ['horizontalRule', () => '<hr>'],
  ['table', table],
  ['mediaCard', mediaCard],
])

const isNode = (value: unknown): value is RichNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const attributesOf = (node: RichNode): CardAttributes => (isNode(node.attrs) ? node.attrs : {})
const childrenOf = (node: RichNode): RichNode[] => (Array.isArray(node.content) ? node.content.filter(isNode) : [])
const count = (work: Work) => ++work.nodes <= documentLimits.nodes

function children(node: RichNode, work: Work, depth: number): string {
  let html = ''
  for (const child of childrenOf(node)) html += block(child, work, depth + 1)
  return html
}

function block(node: RichNode, work: Work, depth: number): string {
  const paint = rendererByType.get(node.type)
  if (!paint || depth > documentLimits.depth || !count(work)) return ''
  return paint(node, attributesOf(node), work, depth)
}

/**
 * The HTML of a stored document, without a wrapper: put it inside an element with the class `rt`. It trusts nothing in
 * the document, validated or not: text and attributes are escaped, addresses parsed again, colors and widths become our
 * own classes, unknown nodes and marks are left out. Throws only errors of `media` or `place`.
 */
export function renderDocument(document: unknown, options: RenderOptions): string {
  return isNode(document) && document.type === 'doc' ? children(document, { ...options, nodes: 0 }, 1) : ''
}
