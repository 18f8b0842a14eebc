import type { Locale } from './texts.ts'

/** A language that people can choose. `id` is its lk_language_id; `name` is its name in the language itself. */
export type Language = { id: number; language: Locale; name: string }

const builtIn: readonly Language[] = [
  { id: 1, language: 'en-us', name: 'English' },
  { id: 2, language: 'es-es', name: 'Español' },
]

// One list per process, like the changed texts; the database notifies of changes.
let offered = builtIn

/** Sets the languages that staff added and switched on; people see only these and the product's own. */
export function setAddedLanguages(addedLanguages: readonly Language[]): void {
  offered = [...builtIn, ...addedLanguages]
}

/** The available languages beyond the product's own. */
export const addedLanguages = (): readonly Language[] => offered.slice(builtIn.length)

/** The available languages; the product's own come first. */
export const offeredLanguages = (): readonly Language[] => offered

/** The language of an lk_language_id; English if it was deleted or switched off. */
export const localeOf = (lk_language_id: number): Locale =>
  offered.find(({ id }) => id === lk_language_id)?.language ?? 'en-us'

/** The `lang` of a text in a language, on a page in another one; undefined where both are the same (WCAG 3.1.2). */
export const langOn = (page: Locale, lk_language_id: number): string | undefined => {
  const language = localeOf(lk_language_id)
  return language === page ? undefined : language
}

/** The lk_language_id of a language. */
export const languageId = (locale: Locale): number => offered.find(({ language }) => language === locale)?.id ?? 1

/** The language named by a header, cookie or form, also without a region; en-us if it is not available. */
export function parseLocale(text: string | null | undefined): Locale {
  const [first = ''] = (text ?? '').trim().toLowerCase().split(/[,;]/)
  const tag = first.trim().replace('_', '-')
  const primarySubtag = tag.slice(0, 2)
  const match =
    offered.find(({ language }) => language === tag) ??
    (/^[a-z]{2}(-|$)/.test(tag) ? offered.find(({ language }) => language.startsWith(`${primarySubtag}-`)) : undefined)
  return match?.language ?? 'en-us'
}
