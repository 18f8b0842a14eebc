import type { Locale } from './texts.ts'

/** A language that people can choose. `id` is its lk_language_id; `name` is its own name for itself. */
export type Language = { id: number; language: Locale; name: string }

const builtIn: readonly Language[] = [
  { id: 1, language: 'en-us', name: 'English' },
  { id: 2, language: 'es-es', name: 'Español' },
]

// One for the process, like the changed texts: the database tells of a change.
let offered = builtIn

/** Sets the languages that staff have added and switched on; people see no other than these and the product's own. */
export function setAddedLanguages(added: readonly Language[]): void {
  offered = [...builtIn, ...added]
}

/** The languages beyond the product's own that people can choose. */
export const addedLanguages = (): readonly Language[] => offered.slice(builtIn.length)

/** The languages that people can choose; the product's own come first. */
export const offeredLanguages = (): readonly Language[] => offered

/** The language of an lk_language_id: English where it is deleted or switched off. */
export const localeOf = (lk_language_id: number): Locale =>
  offered.find(({ id }) => id === lk_language_id)?.language ?? 'en-us'

/** The lk_language_id of a language. */
export const languageId = (locale: Locale): number => offered.find(({ language }) => language === locale)?.id ?? 1

/** The language that a header, a cookie or a form names, also by its speech alone; en-us where it names none of ours. */
export function parseLocale(wanted: string | null | undefined): Locale {
  const [first = ''] = (wanted ?? '').trim().toLowerCase().split(/[,;]/)
  const tag = first.trim().replace('_', '-')
  const speech = tag.slice(0, 2)
  const found =
    offered.find(({ language }) => language === tag) ??
    (/^[a-z]{2}(-|$)/.test(tag) ? offered.find(({ language }) => language.startsWith(`${speech}-`)) : undefined)
  return found?.language ?? 'en-us'
}
