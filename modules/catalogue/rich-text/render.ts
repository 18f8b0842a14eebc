import { textAligns, textVariants } from './attributes.ts'
import { documentLimits, type RichNode } from './document.ts'
import { allowedWord, attribute, classes, roundedOrNull } from './html.ts'
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
  customCard?: (attrs: CardAttributes) => string | null
  /** How far headings move down, because the page already has its h1. Default 1. */
  headingShift?: number
  /** The origins of full addresses of our own files, as in `validateDocument`. */
  origins?: readonly string[]
  /** For staff: shows each library file's number. */
  ids?: boolean
}

type RenderContext = RenderOptions & { nodes: number }
type Renderer = (node: RichNode, attrs: CardAttributes, context: RenderContext, depth: number) => string

const tableLabels = { en: 'Table', es: 'Tabla' } as const

function alignment(attrs: CardAttributes): string {
  const word = allowedWord(attrs.textAlign, textAligns, null)
  return word && word !== 'left' ? `rt-${word}` : ''
}

function paragraph(node: RichNode, attrs: CardAttributes): string {
  const variant = allowedWord(attrs.variant, textVariants, null)
  return `<p${classes(variant ? `rt-${variant}` : '', alignment(attrs))}>${renderInline(node.content)}</p>`
}

const heading: Renderer = (node, attrs, context) => {
  const level = roundedOrNull(attrs.level, 1, 6) ?? 6
  const tag = `h${Math.min(6, level + (context.headingShift ?? 1))}`
  return `<${tag}${classes(`rt-h${level}`, alignment(attrs))}>${renderInline(node.content)}</${tag}>`
}

const orderedList: Renderer = (node, attrs, context, depth) => {
  const start = roundedOrNull(attrs.start, 0, 100_000) ?? 1
  return `<ol${attribute('start', start === 1 ? null : start)}>${children(node, context, depth)}</ol>`
}

const wrap =
  (tag: string): Renderer =>
  (node, _attrs, context, depth) =>
    `<${tag}>${children(node, context, depth)}</${tag}>`

function cell(node: RichNode, context: RenderContext, depth: number, scope: string | null): string {
  const attrs = attributesOf(node)
  const [colspan, rowspan] = [roundedOrNull(attrs.colspan, 2, 100), roundedOrNull(attrs.rowspan, 2, 100)]
  const spans = attribute('colspan', colspan) + attribute('rowspan', rowspan)
  const tag = node.type === 'tableHeader' ? 'th' : 'td'
  const open = `${tag}${attribute('scope', scope)}${spans}${classes(backgroundClass(attrs.background), alignment(attrs))}`
  return `<${open}>${children(node, context, depth)}</${tag}>`
}

function row(node: RichNode, context: RenderContext, depth: number, isFirst: boolean): string {
  const cells = childrenOf(node).filter((child) => child.type === 'tableHeader' || child.type === 'tableCell')
  const headerScope = isFirst ? 'col' : 'row'
  const scope = (child: RichNode) => (child.type === 'tableHeader' ? headerScope : null)
  return `<tr>${cells.map((child) => (countNode(context) ? cell(child, context, depth + 1, scope(child)) : '')).join('')}</tr>`
}

const table: Renderer = (node, _attrs, context, depth) => {
  const rows = childrenOf(node).filter((child) => child.type === 'tableRow')
  const body = rows
    .map((child, index) => (countNode(context) ? row(child, context, depth + 1, index === 0) : ''))
    .join('')
  return `<div class="rt-table" role="region" aria-label="${tableLabels[context.locale]}" tabindex="0"><table><tbody>${body}</tbody></table></div>`
}

const mediaCard: Renderer = (_node, attrs, context) =>
  context.customCard?.(attrs) ??
  (attrs.component === 'inline-quiz' ? renderInlineQuiz(attrs) : renderMedia(attrs, context))

const rendererByType: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
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
const countNode = (context: RenderContext) => ++context.nodes <= documentLimits.nodes

function children(node: RichNode, context: RenderContext, depth: number): string {
  let html = ''
  for (const child of childrenOf(node)) html += block(child, context, depth + 1)
  return html
}

function block(node: RichNode, context: RenderContext, depth: number): string {
  const render = rendererByType.get(node.type)
  if (!render || depth > documentLimits.depth || !countNode(context)) return ''
  return render(node, attributesOf(node), context, depth)
}

/**
 * The HTML of a stored document, without a wrapper: put it inside an element with the class `rt`. Nothing in the
 * document is trusted, validated or not: text and attributes are escaped, addresses parsed again, colors and widths
 * replaced by our own classes, unknown nodes and marks left out. Throws only errors of `media` or `customCard`.
 */
export function renderDocument(document: unknown, options: RenderOptions): string {
  return isNode(document) && document.type === 'doc' ? children(document, { ...options, nodes: 0 }, 1) : ''
}
