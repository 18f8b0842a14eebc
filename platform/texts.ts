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

/** One text in the caller's language, its `{name}` places filled from `params`. */
export function pick(locale: Locale, text: Text, params: TextParams = {}): string {
  const words = text[locale === 'es-es' ? 1 : 0]
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
