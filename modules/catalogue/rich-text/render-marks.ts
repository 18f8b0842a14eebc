import { parseHref } from './addresses.ts'
import type { RichNode } from './document.ts'
import { attribute, classes, escapeHtml } from './html.ts'
import { backgroundClass, colorClass } from './palette.ts'

type Attributes = Record<string, unknown>

const tagsByMark: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['code', 'code'],
])

const isRecord = (value: unknown): value is Attributes => typeof value === 'object' && value !== null

function wrapOne(inner: string, type: unknown, attrs: Attributes): string {
  if (type === 'textStyle') {
    const classNames = classes(colorClass(attrs.color), backgroundClass(attrs.backgroundColor))
    return classNames ? `<span${classNames}>${inner}</span>` : inner
  }
  if (type === 'highlight') return `<mark${classes(backgroundClass(attrs.color ?? '#fff0a0'))}>${inner}</mark>`
  const tag = typeof type === 'string' ? tagsByMark.get(type) : undefined
  return tag ? `<${tag}>${inner}</${tag}>` : inner
}

function wrapAll(inner: string, marks: unknown): string {
  if (!Array.isArray(marks)) return inner
  let html = inner
  for (let index = marks.length - 1; index >= 0; index--) {
    const mark = marks[index]
    if (isRecord(mark)) html = wrapOne(html, mark.type, isRecord(mark.attrs) ? mark.attrs : {})
  }
  return html
}

function openLink(node: RichNode): string {
  const link = Array.isArray(node.marks) ? node.marks.find((mark) => isRecord(mark) && mark.type === 'link') : undefined
  const href = isRecord(link?.attrs) ? parseHref(link.attrs.href) : null
  if (!href) return ''
  const title = typeof link?.attrs?.title === 'string' && link.attrs.title ? link.attrs.title : null
  return `<a${attribute('href', href)} target="_blank" rel="noopener noreferrer"${attribute('title', title)}>`
}

function leaf(node: RichNode): string {
  if (node.type === 'hardBreak') return '<br>'
  return node.type === 'text' && typeof node.text === 'string' ? wrapAll(escapeHtml(node.text), node.marks) : ''
}

/** Text and line breaks with their marks; neighbors with the same link become one link. */
export function renderInline(content: unknown): string {
  if (!Array.isArray(content)) return ''
  let html = ''
  let open = ''
  for (const node of content) {
    if (!isRecord(node)) continue
    const link = openLink(node as RichNode)
    if (link !== open) html += (open ? '</a>' : '') + link
    open = link
    html += leaf(node as RichNode)
  }
  return open ? `${html}</a>` : html
}
