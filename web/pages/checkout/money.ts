import { formatMoney } from '#platform/money.ts'
import type { Locale } from '#platform/texts.ts'

/** Formatted dollars of a response. */
export const money = (dollars: number, locale: Locale): string => formatMoney(Math.round(dollars * 100), locale)
