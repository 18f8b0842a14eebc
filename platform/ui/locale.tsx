import { createContext, use } from 'react'
import { type Locale, say, type TextParams, type Texts } from '#platform/texts.ts'
import { defaultZone, timeIn } from '#platform/zone.ts'
import { showDate } from './masks.ts'

/** The page and the root of every island provide it; en-us where no one does. */
export const LocaleContext = createContext<Locale>('en-us')

/** The time zone of the organization whose page it is: its days are the legal ones. */
export const ZoneContext = createContext<string>(defaultZone)

export const useZone = (): string => use(ZoneContext)

/** A day, or the legal day of an instant, as people read it: MM/DD/YYYY, in Spanish DD/MM/YYYY. `of`: another zone. */
export function useShowDate(): (value: string | Date | null | undefined, of?: string) => string {
  const locale = useLocale()
  const zone = useZone()
  return (value, of = zone) => showDate(value, locale, of)
}

/** Day, time and zone of an instant by the clocks of the organization. */
export function useShowInstant(): (instant: string) => string {
  const locale = useLocale()
  const zone = useZone()
  return (instant) => `${showDate(instant, locale, zone)} ${timeIn(zone, instant, locale)}`
}

/** The language of the page. */
export const useLocale = (): Locale => use(LocaleContext)

/** The texts of a table in the language of the page: `const t = useTexts(table); t('key', { n: 3 })`. */
export function useTexts<T extends Texts>(table: T): (key: keyof T, params?: TextParams) => string {
  const locale = useLocale()
  return (key, params) => say(locale, table, key, params)
}
