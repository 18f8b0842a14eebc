import { createContext, use } from 'react'
import { type Locale, type TextOf, type Texts, textsIn } from '#platform/texts.ts'
import { defaultZone, timeIn } from '#platform/zone.ts'
import { showDate } from './masks.ts'

/** Provided by the page and the root of every island; en-us by default. */
export const LocaleContext = createContext<Locale>('en-us')

/** The time zone of the page's organization: its days are the legal ones. */
export const ZoneContext = createContext<string>(defaultZone)

export const useZone = (): string => use(ZoneContext)

/**
 * Formats a day, or an instant's legal day: MM/DD/YYYY, in Spanish DD/MM/YYYY. `otherZone`: instead of the page's zone.
 */
export function useShowDate(): (value: string | Date | null | undefined, otherZone?: string) => string {
  const locale = useLocale()
  const zone = useZone()
  return (value, otherZone = zone) => showDate(value, locale, otherZone)
}

/** Formats the day, time and zone of an instant in the organization's zone. */
export function useShowInstant(): (instant: string) => string {
  const locale = useLocale()
  const zone = useZone()
  return (instant) => `${showDate(instant, locale, zone)} ${timeIn(zone, instant, locale)}`
}

/** The language of the page. */
export const useLocale = (): Locale => use(LocaleContext)

/** The texts of a table in the language of the page: `const t = useTexts(table); t('key', { n: 3 })`. */
export const useTexts = <T extends Texts>(table: T): TextOf<T> => textsIn(useLocale(), table)
