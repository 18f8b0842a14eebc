import { type DatePart, dateShape } from '#platform/locale-format.ts'
import type { Locale } from '#platform/texts.ts'
import { parseTypedDay } from '#platform/typed-day.ts'
import { legalDay } from '#platform/zone.ts'

const lengths: Readonly<Record<DatePart, number>> = { year: 4, month: 2, day: 2 }
const letters: Readonly<Record<DatePart, string>> = { year: 'YYYY', month: 'MM', day: 'DD' }

/** The input format of a day: 'MM/DD/YYYY'. */
export function datePattern(locale: Locale): string {
  const { order, separator } = dateShape(locale)
  const localLetters = locale === 'es-es' ? { ...letters, year: 'AAAA' } : letters
  return order.map((part) => localLetters[part]).join(separator)
}

/** Formats a date while it is typed, with separators: '0704' is '07/04'. */
export function maskDate(text: string, locale: Locale = 'en-us'): string {
  const day = parseTypedDay(text, locale)
  if (day) return showDate(day, locale)
  const { order, separator } = dateShape(locale)
  const sizes = order.map((part) => lengths[part])
  const parts = text.split(/\D+/).filter(Boolean)
  const endsWithSeparator = /\D$/.test(text) && parts.length < 3
  // '7/4/2026' typed with separators keeps its parts; plain digits are split by the parts' lengths. The last part is only
  // complete after its separator: '11/0' may become '11/02'.
  const complete = endsWithSeparator ? parts.length : parts.length - 1
  const digits = parts
    .map((part, index) => (index < complete && sizes[index] === 2 ? part.padStart(2, '0') : part))
    .join('')
  const digitGroups = sizes.map((size, index) => {
    const from = sizes.slice(0, index).reduce((sum, size) => sum + size, 0)
    return digits.slice(from, from + size)
  })
  const filledGroups = digitGroups.filter(Boolean)
  const isFull = filledGroups.at(-1)?.length === sizes[filledGroups.length - 1]
  return filledGroups.join(separator) + (endsWithSeparator && isFull && filledGroups.length < 3 ? separator : '')
}

/**
 * 'YYYY-MM-DD', or an instant's day in a zone, in the language's order: MM/DD/YYYY, in Spanish DD/MM/YYYY; '' for null.
 */
export function showDate(date: string | Date | null | undefined, locale: Locale, zone?: string): string {
  if (!date) return ''
  const [year = '', month = '', day = ''] = legalDay(date, zone).split('-')
  const { order, separator } = dateShape(locale)
  return order.map((part) => ({ year, month, day })[part]).join(separator)
}

/** Converts 'MM/DD/YYYY' to the value of a date field; other text stays. */
export const isoDay = (text: string): string => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')

/** The same for a date field, which can't hold a day that does not exist: empty for one. */
export function fieldDay(text: string): string {
  const day = isoDay(text)
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : ''
}
