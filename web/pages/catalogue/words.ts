import { formatNumber } from '#platform/locale-format.ts'
import { formatMoney } from '#platform/money.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { words } from './catalogue.texts.ts'

/** Formatted US dollars. */
export const money = (dollars: number, locale: Locale): string => formatMoney(Math.round(dollars * 100), locale)

/** '4.7' */
export const ratingText = (rating: number): string => formatNumber(rating, 'en-us', { minimumFractionDigits: 1 })

/** '1,200' */
export const numberText = (n: number): string => formatNumber(n, 'en-us')

/** '4 hours', '2.5 hours', '1 hour'. */
export const hoursText = (hours: number, locale: Locale): string =>
  localText(locale, words, 'hours', { n: numberText(hours) })
