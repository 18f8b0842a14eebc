import { formatMoney } from '#platform/money.ts'
import type { Locale } from '#platform/texts.ts'

/** Dollars of an answer as people read them. */
export const money = (dollars: number, locale: Locale): string => formatMoney(Math.round(dollars * 100), locale)
