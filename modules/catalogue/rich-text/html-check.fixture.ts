import { Window } from 'happy-dom'

const commonAttributes = ['class']
const allowedAttributes: Record<string, readonly string[]> = {
  p: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  pre: [],
  code: [],
  hr: [],
  br: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  sup: [],
  sub: [],
  span: ['aria-hidden'],
  mark: [],
  table: [],
  tbody: [],
  tr: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  figure: [],
  figcaption: [],
  div: ['role', 'aria-label', 'tabindex', 'data-inline-quiz', 'data-questions'],
  a: ['href', 'target', 'rel', 'title', 'download'],
  img: ['src', 'loading', 'decoding', 'width', 'height', 'alt'],
  video: ['controls', 'preload', 'playsinline', 'src', 'poster', 'width', 'height', 'aria-label', 'data-media'],
  audio: ['controls', 'preload', 'src', 'aria-label'],
  details: [],
  summary: [],
  track: ['kind', 'src', 'srclang', 'label', 'default'],
}
const addressPattern = /^(?:https?:\/\/|mailto:|\/|media\/)/

function faultsOf(element: Element): string[] {
  const tag = element.tagName.toLowerCase()
  const allowed = allowedAttributes[tag]
  if (!allowed) return [`element ${tag}`]
  return Array.from(element.attributes).flatMap(({ name, value }) => {
    if (!allowed.includes(name) && !commonAttributes.includes(name)) return [`attribute ${tag}.${name}`]
    if (['href', 'src', 'poster'].includes(name) && !addressPattern.test(value)) return [`address ${value}`]
    if (name === 'class' && !/^rt-[a-z0-9-]+(?: rt-[a-z0-9-]+)*$/.test(value)) return [`class ${value}`]
    return []
  })
}

export type HtmlCheck = { faults: string[]; text: string; attributeText: string }

const window = new Window()

/** Parses HTML like a browser and lists everything that does not belong in a course page. */
export function checkHtml(html: string): HtmlCheck {
  const root = window.document.createElement('div')
  root.innerHTML = html
  const elements = Array.from(root.querySelectorAll('*')) as unknown as Element[]
  const attributeText = elements.flatMap((element) => Array.from(element.attributes, ({ value }) => value)).join(' ')
  return { faults: elements.flatMap(faultsOf), text: root.textContent ?? '', attributeText }
}
