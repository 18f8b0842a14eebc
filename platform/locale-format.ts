import type { Locale } from './texts.ts'

const formatLocales: Readonly<Record<string, string>> = { 'en-us': 'en-US', 'es-es': 'es-US' }
const localeCache = new Map<string, string>()

/**
 * The locale for numbers, money and days. The product's own languages are read in the United States: '$1,024.95'. Any
 * other follows its country, with the digits and calendar of our papers.
 */
export function formatLocale(locale: string): string {
  const tag = formatLocales[locale] ?? localeCache.get(locale)
  if (tag) return tag
  const localeTag = new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' }).toString()
  localeCache.set(locale, localeTag)
  return localeTag
}

/** Formats instants in a language and a time zone. The zone is required: no reader should have to guess it. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions & { timeZone: string }) =>
  new Intl.DateTimeFormat(formatLocale(locale), options)

/** The last moment for something, with its zone: 'March 1, 2027 at 12:00 PM EST'. */
export const formatDeadline = (instant: Date, locale: string, timeZone: string): string =>
  dateFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(instant)

/** Formats a number in a language. */
export const formatNumber = (n: number, locale: string, options?: Intl.NumberFormatOptions): string =>
  n.toLocaleString(formatLocale(locale), options)

const rightToLeft: ReadonlySet<string | undefined> = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])
const directions = new Map<string, 'ltr' | 'rtl'>()

/** The writing direction of a language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const direction =
    directions.get(locale) ?? (rightToLeft.has(new Intl.Locale(locale).maximize().script) ? 'rtl' : 'ltr')
  directions.set(locale, direction)
  return direction
}

/** The order of a numeric date's parts in a language, and the separator. */
export type DateShape = { order: readonly DatePart[]; separator: string }
export type DatePart = 'year' | 'month' | 'day'

const builtInShapes: Readonly<Record<string, DateShape>> = {
  'en-us': { order: ['month', 'day', 'year'], separator: '/' },
  'es-es': { order: ['day', 'month', 'year'], separator: '/' },
}
const shapes = new Map<string, DateShape>(Object.entries(builtInShapes))

/** How a language writes a numeric date, for display and input. */
export function dateShape(locale: Locale): DateShape {
  const shape = shapes.get(locale) ?? shapeOf(locale)
  shapes.set(locale, shape)
  return shape
}

function shapeOf(locale: Locale): DateShape {
  const figures = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
  const parts = new Intl.DateTimeFormat(formatLocale(locale), figures).formatToParts(0)
  const isPart = (type: string): type is DatePart => type === 'year' || type === 'month' || type === 'day'
  const separator = parts.find(({ type }, index) => type === 'literal' && index > 0)?.value ?? '/'
  // Some languages put direction marks or spaces beside the separator, which can't be typed.
  return {
    order: parts.flatMap(({ type }) => (isPart(type) ? [type] : [])),
    separator: /[-./]/.exec(separator)?.[0] ?? '/',
  }
}
