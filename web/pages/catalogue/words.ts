import { formatMoney } from '#platform/money.ts'
import { type Locale, say } from '#platform/texts.ts'
import { words } from './catalogue.texts.ts'

/** US dollars as people read them. */
export const money = (dollars: number, locale: Locale): string => formatMoney(Math.round(dollars * 100), locale)

// Making a formatter takes longer than drawing a card. Numbers are written alike in both languages.
const ratings = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1 })
const numbers = new Intl.NumberFormat('en-US')

/** '4.7' */
export const ratingText = (rating: number): string => ratings.format(rating)

/** '1,200' */
export const numberText = (n: number): string => numbers.format(n)

/** '4 hours', '2.5 hours', '1 hour'. */
export const hoursText = (hours: number, locale: Locale): string =>
  say(locale, words, 'hours', { n: numberText(hours) })
