const specialCharacters = /[&<>"']/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for an element's content and a quoted attribute. */
export const escapeHtml = (text: string) =>
  specialCharacters.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character]!) : text

/** ` class="..."` of the non-empty names, or ''. Names come from our own lists, never from a document. */
export function classes(...names: readonly string[]): string {
  const nonEmpty = names.filter(Boolean)
  return nonEmpty.length > 0 ? ` class="${nonEmpty.join(' ')}"` : ''
}

/** ` name="value"` with the value escaped, or '' without a value. */
export const attribute = (name: string, value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`

/** The value rounded, or null if it is not a number within the bounds. */
export const roundedOrNull = (value: unknown, min: number, max: number): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? Math.round(value) : null

export const allowedWord = <T>(value: unknown, words: readonly string[], fallback: T): string | T =>
  typeof value === 'string' && words.includes(value) ? value : fallback
