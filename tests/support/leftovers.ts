/** Marks around every text of a made-up language: visible text outside the marks wasn't translated. */
export const marked = (text: string): string => `⟦${text}⟧`

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
}
const decoded = (html: string) => html.replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)

/** The pieces outside the marks. */
function unmarkedTexts(text: string): string[] {
  let depth = 0
  let piece = ''
  const pieces: string[] = []
  for (const letter of text) {
    if (letter === '⟦') depth += 1
    if (depth === 0 && letter !== '\u0000') piece += letter
    else if (piece) {
      pieces.push(piece)
      piece = ''
    }
    if (letter === '⟧') depth -= 1
  }
  return [...pieces, piece].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /\p{L}{2}/u.test(text))
}

/** Everything that a page shows or reads aloud outside the marks, except code, styles and input. */
export function leftoversOf(html: string): string[] {
  const body = html.replaceAll(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1>/g, '').replaceAll(/<!--[\s\S]*?-->/g, '')
  const spoken = [...body.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(([, text]) => text!)
  const visible = body.replaceAll(/<[^>]*>/g, '\u0000')
  return [...new Set([visible, ...spoken].flatMap((text) => unmarkedTexts(decoded(text))))]
}
