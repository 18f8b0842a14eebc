import { formatLocale } from './locale-format.ts'

/** Money is integer cents inside and dollars with two decimals at the edge. */
export type Cents = number

/**
 * A typed decimal with a point: Spanish readers type a decimal comma before two digits. '1,000' stays as it is and is
 * refused: it may mean a thousand.
 */
export const withPoint = (text: string): string => text.trim().replace(/^(-?\d+),(\d{2})$/, '$1.$2')

/** Cents of a dollar amount: a number, or text such as '19.95' or '19,95'. Throws on more than two decimals. */
export function toCents(dollars: number | string): Cents {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(withPoint(String(dollars)))
  if (!match) throw new RangeError('not a dollar amount')
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents || 0 : cents
}

/** Dollars in responses: 1995 -> 19.95. Exact, since a cent count below 2^53 / 100 survives the division. */
export const toDollars = (cents: Cents): number => cents / 100

const formats = new Map<string, Intl.NumberFormat>()

/** Money as people in the United States read it, in their language: '$19.95'. */
export function formatMoney(cents: Cents, locale: string): string {
  // Making a format costs more than a page of a list, and there are few locales.
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(formatLocale(locale), { style: 'currency', currency: 'USD' })
  formats.set(locale, format)
  return format.format(cents / 100)
}
