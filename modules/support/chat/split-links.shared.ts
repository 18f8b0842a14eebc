type Part = { text: string; href: string | null }

const addressPattern = /https?:\/\/[^\s<>"]+/gi
/** Punctuation after an address, which belongs to the sentence. */
const trailingPunctuation = /[.,;:!?'\]}»”]+$/

/** The parts of a plain text: web addresses, and the text between them. Nothing else becomes a link. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: match, index } of text.matchAll(addressPattern)) {
    const plain = match.replace(trailingPunctuation, '')
    // A closing parenthesis belongs to the address only if it opens one.
    const href = plain.endsWith(')') && !plain.includes('(') ? plain.replace(/\)+$/, '') : plain
    if (!URL.canParse(href)) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: href, href })
    from = index + href.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}
