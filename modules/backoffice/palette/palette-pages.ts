import { decomposed } from '#platform/composed.shared.ts'
/** A page of the navigation. */
export type PageEntry = { href: string; label: string; group: string }

/** A destination in the palette; `value` is its address. */
export type Entry = { value: string; label: string; detail: string }

const maxPages = 8

/** Without marks and case: 'facturacion' finds 'Facturación'. */
const plain = (text: string) => decomposed(text).replaceAll(/\p{M}/gu, '').toLowerCase()

/** Pages with words that start with each word of the text; names that start with the text come first. */
export function matchPages(pages: readonly PageEntry[], text: string): Entry[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const rank = ({ label }: PageEntry) => (plain(label).startsWith(words[0] ?? '') ? 0 : 1)
  return pages
    .filter(({ label, group }) => {
      const labelWords = plain(`${label} ${group}`).split(/\s+/)
      return words.every((word) => labelWords.some((labelWord) => labelWord.startsWith(word)))
    })
    .toSorted((page, other) => rank(page) - rank(other))
    .slice(0, maxPages)
    .map(({ href, label, group }) => ({ value: href, label, detail: group }))
}
