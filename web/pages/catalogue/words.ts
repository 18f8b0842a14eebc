import { formatMoney } from '../../../platform/money.ts'
import { type Locale, say } from '../../../platform/texts.ts'
import { words } from './catalogue.texts.ts'

/** US dollars as people read them. */
export const money = (dollars: number, locale: Locale): string => formatMoney(Math.round(dollars * 100), locale)

// Making a formatter takes longer than drawing a card.
const ratings = {
  'en-us': new Intl.NumberFormat('en-us', { minimumFractionDigits: 1 }),
  'es-es': new Intl.NumberFormat('es-es', { minimumFractionDigits: 1 }),
}
const numbers = { 'en-us': new Intl.NumberFormat('en-us'), 'es-es': new Intl.NumberFormat('es-es') }

/** '4.7', in Spanish '4,7'. */
export const ratingText = (rating: number, locale: Locale): string => ratings[locale].format(rating)

/** '1,200', in Spanish '1.200'. */
export const numberText = (n: number, locale: Locale): string => numbers[locale].format(n)

/** '4 hours', '2.5 hours', '1 hour'. */
export function hoursText(hours: number, locale: Locale): string {
  return hours === 1 ? say(locale, words, 'hour') : say(locale, words, 'hours', { n: numberText(hours, locale) })
}
