import { choosePlurals } from './plurals.ts'

/** The product's own languages: en-us is the default and the fallback. */
export type ProductLocale = 'en-us' | 'es-es'
export const locales: readonly ProductLocale[] = ['en-us', 'es-es']

/** A product language, or one that staff added and translated: 'fr-ca'. */
export type Locale = `${string}-${string}`

/** The product language that a language falls back to. */
export const productLocale = (locale: Locale): ProductLocale => (locale === 'es-es' ? 'es-es' : 'en-us')

/**
 * One user-visible text: English, then Spanish. `{name}` marks a place for a parameter, and
 * `{n, plural, one {{n} day} other {{n} days}}` words that follow a number.
 */
export type Text = readonly [english: string, spanish: string]
export type Texts = Readonly<Record<string, Text>>
export type TextParams = Readonly<Record<string, string | number>>

/** The name of the place that a closing brace ends; never if it ends the words of a plural form. */
type EndedPlace<T extends string> = T extends `${infer Before}{${infer Name}`
  ? Name extends `${string}{${string}`
    ? EndedPlace<Name>
    : Before extends `${string}${'one' | 'other'} `
      ? never
      : Name extends `${number}`
        ? never
        : Name
  : never

/** The name of the number that words follow. */
type Counted<T extends string> = T extends `${string}{${infer Name}, plural,${string}` ? EndedPlace<`{${Name}`> : never

/** The names of the places in a text that the compiler knows; never for other texts. */
type Places<T extends string> = string extends T
  ? never
  : T extends `${infer Before}}${infer Rest}`
    ? EndedPlace<Before> | Counted<Before> | Places<Rest>
    : never

/** The parameters of a text: those of its places are required. */
export type ParamsOf<T extends string> = [Places<T>] extends [never]
  ? [params?: TextParams]
  : [params: TextParams & Readonly<Record<Places<T>, string | number>>]

/** Declares the texts of one subject; both languages are required by type. */
export const texts = <const T extends Texts>(table: T): T => table

/** A text that staff changed or translated; it applies only while the product's own text is still the same. */
export type ChangedText = readonly [english: string, spanish: string, words: string]
type LanguageTexts = Map<string, Map<string, string>>

// One map for the process: every text goes through here, and most installations have changed none.
let changedTexts: Map<string, LanguageTexts> = new Map()
let revision = ''

/** Replaces the product's texts by those of staff, by language; earlier replacements no longer apply. */
export function setChangedTexts(next: string, byLanguage: Readonly<Record<string, readonly ChangedText[]>>): void {
  changedTexts = new Map()
  revision = next
  for (const [language, texts] of Object.entries(byLanguage)) addChangedTexts(language, texts)
}

/** Adds to a language's changed texts: a browser loads those of an island when it hydrates it. */
export function addChangedTexts(language: string, list: readonly ChangedText[]): void {
  if (list.length > 0) changedTexts.set(language, mapOf(list, changedTexts.get(language)))
}

function mapOf(list: readonly ChangedText[], byEnglish: LanguageTexts = new Map()): LanguageTexts {
  for (const [english, spanish, text] of list) {
    byEnglish.set(english, (byEnglish.get(english) ?? new Map()).set(spanish, text))
  }
  return byEnglish
}

/** The cache key part for texts and languages; '' if staff have changed none. */
export const textsRevision = (): string => revision

export const hasChangedTexts = (language: string): boolean => changedTexts.has(language)

/** A language's changed texts: all of them, or those for the given texts. */
export function changedTextsOf(language: string, selected?: readonly Text[]): ChangedText[] {
  const changes = changedTexts.get(language)
  if (!changes) return []
  const all = () =>
    [...changes].flatMap(([english, bySpanish]) => [...bySpanish.keys()].map((spanish): Text => [english, spanish]))
  return (selected ?? all()).flatMap(([english, spanish]): ChangedText[] => {
    const text = changes.get(english)?.get(spanish)
    return text === undefined ? [] : [[english, spanish, text]]
  })
}

// One organization's wording for one email, set while that email is rendered.
let emailWording: ReadonlyMap<string, LanguageTexts> | null = null

/** An organization's wording refers to an unknown parameter and can't be used. */
class UnknownPlace extends Error {}

/** Uses the organization's wording while `run` runs, which must be synchronous. Throws UnknownPlace. */
export function withWords<T>(byLanguage: Readonly<Record<string, readonly ChangedText[]>>, run: () => T): T {
  const before = emailWording
  emailWording = new Map(Object.entries(byLanguage).map(([language, list]) => [language, mapOf(list)]))
  try {
    return run()
  } finally {
    emailWording = before
  }
}

/** One text in the caller's language, with `{name}` places filled from `params`. */
export function localize<T extends Text>(locale: Locale, text: T, ...params: ParamsOf<T[0]>): string
export function localize(locale: Locale, text: Text, params: TextParams = {}): string {
  const emailText = emailWording?.get(locale)?.get(text[0])?.get(text[1])
  if (emailText !== undefined) return fillAll(withForms(emailText, locale, params), params)
  const changedText = changedTexts.get(locale)?.get(text[0])?.get(text[1])
  if (changedText !== undefined) return fill(withForms(changedText, locale, params), params)
  // If a language has no text of its own, the product's text uses the plural forms of its own language.
  const language = productLocale(locale)
  return fill(withForms(text[language === 'es-es' ? 1 : 0], language, params), params)
}

const withForms = (text: string, language: Locale, params: TextParams): string =>
  text.includes(', plural,') ? choosePlurals(text, language, params) : text

const fill = (text: string, params: TextParams): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? String(params[name]) : place))

function fillAll(text: string, params: TextParams): string {
  const missing = text.match(/\{\w+\}/g)?.find((place) => !(place.slice(1, -1) in params))
  if (missing) throw new UnknownPlace(`nothing is known for ${missing}`)
  return fill(text, params)
}

/** The keys of the texts without places. */
export type PlainKey<T extends Texts> = { [K in keyof T]: [Places<T[K][0]>] extends [never] ? K : never }[keyof T]

/** A text of a table by its key. */
export function localText<T extends Texts, K extends keyof T>(
  locale: Locale,
  table: T,
  key: K,
  ...params: ParamsOf<T[K][0]>
): string
export function localText(locale: Locale, table: Texts, key: string, params?: TextParams): string {
  return localize(locale, table[key]!, params)
}

/** Returns a table's texts by their keys. */
export type TextOf<T extends Texts> = <K extends keyof T>(key: K, ...params: ParamsOf<T[K][0]>) => string

/** The texts of a table in one language: `const t = textsIn(locale, table); t('key', { n: 3 })`. */
export const textsIn =
  <T extends Texts>(locale: Locale, table: T): TextOf<T> =>
  (key, params?: TextParams) =>
    localize(locale, table[key] as Text, params)

/** The language of the page in a browser. */
export const documentLocale = (): Locale => document.documentElement.lang as Locale
