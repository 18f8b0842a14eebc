import { readStyle } from './paste-style.ts'

export type WordItem = { element: HTMLElement; level: number; ordered: boolean }

const DEEPEST = 6

/** The paragraph of a list as Word writes it (`mso-list: l0 level2 lfo1`), or null. */
export function listLevelOf(element: HTMLElement): WordItem | null {
  if (element.nodeName.toLowerCase() !== 'p') return null
  const [, level] = /\blevel(\d{1,2})\b/.exec(readStyle(element.getAttribute('style'))['mso-list'] ?? '') ?? []
  if (!level) return null
  return { element, level: Math.min(DEEPEST, Math.max(1, Number(level))), ordered: isCounted(element) }
}

/** Word writes the number or the dot of an item into it; a number or a letter with a dot or bracket counts. */
function isCounted(element: HTMLElement): boolean {
  const sign = [...element.querySelectorAll<HTMLElement>('[style]')].find(
    (part) => readStyle(part.getAttribute('style'))['mso-list'] === 'ignore',
  )
  return /^[\s(]*(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)]/i.test(sign?.textContent ?? '')
}
