import { createContext, use } from 'react'
import { type Locale, say, type TextParams, type Texts } from '../texts.ts'

/** The page and the root of every island provide it; en-us where nobody does. */
export const LocaleContext = createContext<Locale>('en-us')

/** The language of the page. */
export const useLocale = (): Locale => use(LocaleContext)

/** The texts of a table in the language of the page: `const t = useTexts(table); t('key', { n: 3 })`. */
export function useTexts<T extends Texts>(table: T): (key: keyof T, params?: TextParams) => string {
  const locale = useLocale()
  return (key, params) => say(locale, table, key, params)
}
