import { readStyle, type Style } from './paste-style.ts'

/** A list item, as programs write it. */
export type ListItem = {
  element: HTMLElement
  level: number
  /** The list's id in the program. */
  source: string
  ordered: boolean
  /** Whether our lists number the same way. */
  plain: boolean
  /** Its number if the list continues with `next`; otherwise its starting number. */
  numberAfter(next: number | null): number
}

const maxLevel = 6
const tagOf = (element: Element) => element.nodeName.toLowerCase()
const levelOf = (level: string | number) => Math.min(maxLevel, Math.max(1, Number(level)))

/** A list paragraph as Word writes it (`mso-list: l0 level2 lfo1`), or null. */
export function listItemOf(element: HTMLElement): ListItem | null {
  if (tagOf(element) !== 'p') return null
  const style = readStyle(element.getAttribute('style'))['mso-list'] ?? ''
  const level = /\blevel(\d{1,2})\b/.exec(style)?.[1]
  if (!level) return null
  const marker = /^[\s(]*((?:\d{1,3}\.){0,8})(\d{1,3}|[a-z]{1,6})[.)]/i.exec(markerOf(element).slice(0, 100))
  const [, outer = '', lastPart = ''] = marker ?? []
  return {
    element,
    level: levelOf(level),
    source: style.split(/\s/, 1)[0]!,
    ordered: marker !== null,
    plain: marker === null || (outer === '' && /^\d/.test(lastPart)),
    numberAfter: (next) => numberOf(lastPart.toLowerCase(), next),
  }
}

/** Word includes the item's number or bullet in its text. */
function markerOf(element: HTMLElement): string {
  const marker = [...element.querySelectorAll<HTMLElement>('[style]')].find(
    (part) => readStyle(part.getAttribute('style'))['mso-list'] === 'ignore',
  )
  return marker?.textContent ?? ''
}

/**
 * The number of a list marker. `i`, `v` and `x` may be letters or Roman numerals: the reading that continues the list
 * wins; at the start of a list, the Roman numeral.
 */
function numberOf(marker: string, next: number | null): number {
  if (marker === '') return next ?? 1
  if (/^\d/.test(marker)) return Number(marker)
  const roman = romanOf(marker)
  const letter = marker.length === 1 ? marker.charCodeAt(0) - 96 : null
  if (letter !== null && letter === next) return letter
  if (roman !== null && (roman === next || marker.length > 1 || marker === 'i')) return roman
  return letter ?? next ?? 1
}

const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

function romanOf(marker: string): number | null {
  const values = [...marker].map((char) => romanValues[char])
  if (values.includes(undefined)) return null
  return (values as number[]).reduce(
    (sum, value, index, all) => sum + (value < (all[index + 1] ?? 0) ? -value : value),
    0,
  )
}

/** The items of a list in Word for the web, where each level is a separate list in its own element. */
export function wordOnlineItems(element: HTMLElement): ListItem[] {
  const tag = tagOf(element)
  if (tag === 'div' && element.children.length === 1) return wordOnlineItems(element.children[0] as HTMLElement)
  if (tag !== 'ul' && tag !== 'ol') return []
  const items = [...element.children] as HTMLElement[]
  if (items.length === 0 || !items.every((item) => tagOf(item) === 'li' && item.hasAttribute('data-aria-level')))
    return []
  const start = startOf(element)
  return items.map((item, index) => ({
    element: item,
    level: levelOf(item.getAttribute('data-aria-level')!),
    source: item.getAttribute('data-listid') ?? '',
    ordered: tag === 'ol',
    plain: tag === 'ul' || isPlainNumbering(element, readStyle(element.getAttribute('style'))),
    numberAfter: (next) => (index === 0 ? (start ?? next ?? 1) : (next ?? 1)),
  }))
}

const startOf = (list: HTMLElement): number | null => parseInteger(list.getAttribute('start'))
const parseInteger = (value: string | null): number | null =>
  value !== null && /^\d{1,5}$/.test(value.trim()) ? Number(value) : null

/** The items of a numbered list that sets its own numbers (`<li value="5">`); empty for other lists. */
export function numberedItems(list: HTMLElement): ListItem[] {
  const items = [...list.children] as HTMLElement[]
  const values = items.map((item) => (tagOf(item) === 'li' ? parseInteger(item.getAttribute('value')) : null))
  if (values.every((value) => value === null) || items.some((item) => tagOf(item) !== 'li')) return []
  const plain = isPlainNumbering(list, readStyle(list.getAttribute('style')))
  return items.map((element, index) => ({
    element,
    level: 1,
    source: '',
    ordered: true,
    plain,
    numberAfter: (next) => values[index] ?? (index === 0 ? startOf(list) : next) ?? 1,
  }))
}

const decimal = /^(?:decimal|inherit|initial|unset|revert|none)$/

/** Whether a numbered list counts 1, 2, 3. */
export function isPlainNumbering(list: HTMLElement, style: Style): boolean {
  const type = list.getAttribute('type')
  const kind = style['list-style-type'] ?? (style['list-style'] ?? '').split(/\s/, 1)[0] ?? ''
  return (type === null || type === '1' || type === '') && (kind === '' || decimal.test(kind))
}
