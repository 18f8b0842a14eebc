import { parseHref } from '#modules/catalogue/rich-text/addresses.ts'

/** Completes a typed address with `http://` if it has no scheme; null if it is invalid. */
export function linkAddress(input: string): string | null {
  const text = input.trim()
  if (!text) return null
  if (/^mailto:/i.test(text)) return parseHref(text)
  const full = /^https?:\/\//i.test(text) ? text : `http://${text}`
  // A word with a colon would be a scheme, such as javascript:.
  return /^[a-z][a-z\d+.-]*:(?!\/\/|\d+(?:\/|$))/i.test(text) ? null : parseHref(full)
}
