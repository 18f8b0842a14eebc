/** The languages of the product: en-us is the default and the fallback. */
export type Locale = 'en-us' | 'es-es'
export const locales: readonly Locale[] = ['en-us', 'es-es']

/** How numbers and money are written: both languages are read in the United States, '$1,024.95'. */
export const formatLocale = (locale: string): 'en-US' | 'es-US' => (locale.startsWith('es') ? 'es-US' : 'en-US')

/** One user-visible text: English, then Spanish. `{name}` marks a place for a parameter. */
export type Text = readonly [english: string, spanish: string]
export type Texts = Readonly<Record<string, Text>>
export type TextParams = Readonly<Record<string, string | number>>

/** Declares the texts of one subject; both languages are required by type. */
export const texts = <const T extends Texts>(table: T): T => table

/** A text as staff have changed it in one language: it holds where the product still says these words. */
export type ChangedText = readonly [english: string, spanish: string, words: string]
type ChangedOfLanguage = ReadonlyMap<string, ReadonlyMap<string, string>>
const nothingChanged: ReadonlyMap<string, ChangedOfLanguage> = new Map()

// One for the process: every text that is said goes through here, and most installations have changed none.
let changed = nothingChanged
let revision = ''

/** Replaces the product's words by those of staff, by language; nothing of what was replaced before holds on. */
export function setChangedTexts(next: string, byLanguage: Readonly<Record<string, readonly ChangedText[]>>): void {
  const filled = Object.entries(byLanguage).filter(([, texts]) => texts.length > 0)
  changed = filled.length === 0 ? nothingChanged : new Map(filled.map(([name, texts]) => [name, mapOf(texts)]))
  revision = filled.length === 0 ? '' : next
}

function mapOf(list: readonly ChangedText[]): ChangedOfLanguage {
  const byEnglish = new Map<string, Map<string, string>>()
  for (const [english, spanish, words] of list) {
    byEnglish.set(english, (byEnglish.get(english) ?? new Map()).set(spanish, words))
  }
  return byEnglish
}

/** What caches must know of changed texts; '' where none is changed. */
export const textsRevision = (): string => revision

export const hasChangedTexts = (language: string): boolean => changed.has(language)

/** The changed texts of a language, as a browser needs them for its islands. */
export const changedTextsOf = (language: string): ChangedText[] =>
  [...(changed.get(language) ?? [])].flatMap(([english, bySpanish]) =>
    [...bySpanish].map(([spanish, words]): ChangedText => [english, spanish, words]),
  )

/** One text in the caller's language, its `{name}` places filled from `params`. */
export function pick(locale: Locale, text: Text, params: TextParams = {}): string {
  const words = changed.get(locale)?.get(text[0])?.get(text[1]) ?? text[locale === 'es-es' ? 1 : 0]
  return words.replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? String(params[name]) : place))
}

/** A text of a table by its key. */
export function say<T extends Texts>(locale: Locale, table: T, key: keyof T, params?: TextParams): string {
  return pick(locale, table[key]!, params)
}

/** The locale that a header, a cookie or a profile names; en-us where it names none of ours. */
export function parseLocale(wanted: string | null | undefined): Locale {
  return wanted?.trim().toLowerCase().startsWith('es') ? 'es-es' : 'en-us'
}
