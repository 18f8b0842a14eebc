import { z } from './schema.ts'
import { type Locale, type ProductLocale, productLocale } from './texts.ts'

/** Texts that an organization writes itself: in the product's languages, and optionally in added ones. */
export type OwnWords = Readonly<Record<ProductLocale, string>> & Readonly<Record<string, string>>

/** The language in which a person reads these texts: their own, or the product language it falls back to. */
export const languageOf = (words: OwnWords, locale: Locale): Locale =>
  words[locale] === undefined ? productLocale(locale) : locale

/** The text in a language, or in the language that replaces it (`languageOf`). */
export const wordsIn = (words: OwnWords, locale: Locale): string => words[languageOf(words, locale)]!

/** Splits the texts between their own columns and the extra column. */
export function splitWords(words: OwnWords | null) {
  const { 'en-us': en = null, 'es-es': es = null, ...more } = words ?? {}
  return { en, es, more }
}

const code = /^[a-z]{2}-[a-z]{2}$/
const maxLanguages = 20

/** The input schema of these texts, each like `text`; blank ones in added languages are dropped. */
export const ownWords = <T extends z.ZodType<string, string>>(text: T) =>
  z
    .record(z.string().regex(code), z.string())
    .transform((value) =>
      Object.fromEntries(Object.entries(value).filter(([name, text]) => isOwn(name) || text.trim() !== '')),
    )
    .refine((value) => Object.keys(value).length <= maxLanguages)
    .pipe(z.object({ 'en-us': text, 'es-es': text }).catchall(text))
    .openapi({ description: 'words by language; en-us and es-es are required' })

/** Texts in added languages only, each like `text`; blank ones are dropped. */
export const addedLanguageTexts = <T extends z.ZodType<string, string>>(text: T) =>
  z
    .record(z.string().regex(code), text)
    .nullish()
    .transform((value) =>
      Object.fromEntries(Object.entries(value ?? {}).filter(([name, words]) => !isOwn(name) && words !== '')),
    )
    .refine((value) => Object.keys(value).length <= maxLanguages)

const isOwn = (name: string) => name === 'en-us' || name === 'es-es'

/** The response schema of these texts. */
export const ShownWords = z.object({ 'en-us': z.string(), 'es-es': z.string() }).catchall(z.string())
