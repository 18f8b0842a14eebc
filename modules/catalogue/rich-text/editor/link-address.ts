import { parseHref } from '#modules/catalogue/rich-text/addresses.ts'

/** What an author typed as an address, `http://` before it where no scheme is; null where it leads nowhere. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (!text) return null
  if (/^mailto:/i.test(text)) return parseHref(text)
  const full = /^https?:\/\//i.test(text) ? text : `http://${text}`
  // A word with a colon would be a scheme of its own, such as javascript:.
  return /^[a-z][a-z\d+.-]*:(?!\/\/|\d+(?:\/|$))/i.test(text) ? null : parseHref(full)
}
