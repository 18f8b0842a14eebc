/** `{n, plural, one {{n} task} other {{n} tasks}}` in a text, with the words for each plural form. */
export type PluralPlace = { at: number; end: number; name: string; forms: ReadonlyMap<string, string> }

const opening = /\{\s*(\w+)\s*, plural,/g
const form = /\s*(\w+)\s*\{/y

/** The plural places of a text; null if one of them is malformed. */
export function pluralsOf(text: string): PluralPlace[] | null {
  const places: PluralPlace[] = []
  opening.lastIndex = 0
  for (let start = opening.exec(text); start; start = opening.exec(text)) {
    const place = placeAt(text, start.index, opening.lastIndex, start[1]!)
    if (!place) return null
    places.push(place)
    opening.lastIndex = place.end
  }
  return places
}

function placeAt(text: string, index: number, from: number, name: string): PluralPlace | null {
  const forms = new Map<string, string>()
  let next = from
  for (;;) {
    form.lastIndex = next
    const match = form.exec(text)
    if (!match) break
    const end = closingOf(text, form.lastIndex)
    if (end < 0 || forms.has(match[1]!)) return null
    forms.set(match[1]!, text.slice(form.lastIndex, end))
    next = end + 1
  }
  const close = /^\s*\}/.exec(text.slice(next))
  return close && forms.size > 0 ? { at: index, end: next + close[0].length, name, forms } : null
}

/** The position of the brace that closes the one before `from`; -1 if there is none. */
function closingOf(text: string, from: number): number {
  let open = 1
  for (let index = from; index < text.length; index++) {
    if (text[index] === '{') open += 1
    if (text[index] === '}') open -= 1
    if (open === 0) return index
  }
  return -1
}

const rules = new Map<string, Intl.PluralRules>()

function rulesOf(language: string): Intl.PluralRules {
  const languageRules = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, languageRules)
  return languageRules
}

const manyNumbers = Array.from({ length: 1_000 }, (_, number) => number)

/** The plural forms of whole numbers in a language, and `other`: 'one' and 'other' in English, six in Arabic. */
export const usualPluralForms = (language: string): readonly string[] => [
  ...new Set([...manyNumbers.map((number) => rulesOf(language).select(number)), 'other']),
]

/** Parses a number, plain or formatted for a page: '1,024'. */
const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : Number(String(value).replace(/[^\d.-]/g, ''))

/** Fills each plural place with the form for its number. */
export function choosePlurals(
  words: string,
  language: string,
  params: Readonly<Record<string, string | number>>,
): string {
  const places = pluralsOf(words) ?? []
  return places.toReversed().reduce((text, { at, end, name, forms }) => {
    const number = numberOf(params[name])
    const form = Number.isNaN(number) ? 'other' : rulesOf(language).select(number)
    return text.slice(0, at) + (forms.get(form) ?? forms.get('other') ?? '') + text.slice(end)
  }, words)
}
