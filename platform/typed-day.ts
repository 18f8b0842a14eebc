import { normalForm } from './composed.shared.ts'
import { dateShape } from './locale-format.ts'
import type { Locale } from './texts.ts'

const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Separators: all kinds of hyphens, dots, slashes and spaces. */
const separators = /[\s\p{Z}\p{Pd}\u2212.,/]+/u

/** 'YYYY-MM-DD' if the calendar has this day. */
function day(year: string, month: string, date: string): string | null {
  if (!/^[1-9]\d{3}$/.test(year) || ![month, date].every((part) => /^\d{1,2}$/.test(part))) return null
  const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const instant = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(iso) ? iso : null
}

/**
 * 'YYYY-MM-DD' from a typed day, or null if it isn't one: in the language's order with any separators ('2/29/2004',
 * '02-29-2004') or none ('02292004', as on phones), or year first. Years have four digits. Every date field uses this.
 */
export function parseTypedDay(input: string, locale: Locale): string | null {
  const text = normalForm(input, 'NFKC').replace(invisible, '').trim()
  const { order } = dateShape(locale)
  const parts = /^\d{8}$/.test(text) ? splitDigits(text, order) : text.split(separators)
  if (parts.length !== 3) return null
  const part = (name: (typeof order)[number]) => parts[order.indexOf(name)]!
  const typedDay = day(part('year'), part('month'), part('day'))
  if (typedDay) return typedDay
  const [year, month, date] = /^\d{8}$/.test(text) ? splitDigits(text, ['year', 'month', 'day']) : parts
  return day(year!, month!, date!)
}

function splitDigits(digits: string, order: readonly string[]): string[] {
  const sizes = order.map((part) => (part === 'year' ? 4 : 2))
  return sizes.map((size, index) => {
    const from = sizes.slice(0, index).reduce((sum, size) => sum + size, 0)
    return digits.slice(from, from + size)
  })
}

/** MM/DD/YYYY, the format of calls, from a day typed in the language's order; other text stays as typed. */
export function sentDay(input: string | undefined, locale: Locale): string {
  const text = (input ?? '').trim()
  const [year, month, date] = parseTypedDay(text, locale)?.split('-') ?? []
  return year ? `${month}/${date}/${year}` : text
}
