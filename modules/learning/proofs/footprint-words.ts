import { dateFormat, formatNumber } from '#platform/locale-format.ts'
import { type Locale, textsIn } from '#platform/texts.ts'
import { footprintTexts } from './footprint.texts.ts'

export type FootprintWords = ReturnType<typeof wordsOf>

/** The formats of a footprint in one language and time zone. */
export function wordsOf(locale: Locale, time_zone: string) {
  const local = dateFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: time_zone,
    timeZoneName: 'short',
  })
  const day = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    locale,
    t: textsIn(locale, footprintTexts),
    /** An instant in the organization's zone, with the zone's name; '' for none. */
    local: (instant: Date | null) => (instant ? local.format(instant) : ''),
    utc: (instant: Date | null) => (instant ? `${instant.toISOString().slice(0, 19).replace('T', ' ')}Z` : ''),
    count: (n: number) => formatNumber(n, locale),
    /** A calendar day. */
    day: (date: string | null) => date && day.format(new Date(`${date}T00:00:00Z`)),
    /** '1:05:09'; the hours are unlimited. */
    length: (seconds: number) => {
      const wholeSeconds = Math.floor(seconds)
      const twoDigits = (n: number) => String(n).padStart(2, '0')
      return `${Math.floor(wholeSeconds / 3600)}:${twoDigits(Math.floor(wholeSeconds / 60) % 60)}:${twoDigits(wholeSeconds % 60)}`
    },
  }
}
