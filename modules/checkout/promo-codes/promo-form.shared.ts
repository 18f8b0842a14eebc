import { withPoint } from '#platform/money.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import type { SavedPromoCode } from './promo-code.schema.ts'

/** The first valid day of a code that starts at the instant (YYYY-MM-DD in the zone). */
export const firstDay = (instant: string | null, zone: string): string =>
  instant === null ? '' : dayIn(zone, new Date(instant))
/** The last valid day of a code that expires at the instant. */
export const lastDay = (instant: string | null, zone: string): string =>
  instant === null ? '' : dayIn(zone, new Date(Date.parse(instant) - 1))

/**
 * The start of a typed day plus a number of days. Input that is not a date is returned unchanged, so that the server
 * refuses it.
 */
function parseStartOfDay(text: string, zone: string, offsetDays = 0): string {
  if (Number.isNaN(Date.parse(`${text}T00:00:00Z`))) return text
  return startOfDay(zone, addDays(text, offsetDays)).toISOString()
}

/** Undefined for an empty field; -1, which the server refuses, for input that is not a number. */
function parseNumber(text = ''): number | undefined {
  if (text.trim() === '') return undefined
  const number = Number(withPoint(text))
  return Number.isFinite(number) ? number : -1
}

/** Builds the request from the form, whose days are in the zone. An instant stays unchanged as long as its day does. */
export function draftOf(values: Readonly<Record<string, string>>, before: SavedPromoCode | null, zone: string) {
  const { code = '', starts_at = '', expires_at = '' } = values
  const isExisting = before !== null
  return {
    promo_code_id: before?.promo_code_id,
    code,
    website_id: parseNumber(values.website_id),
    dollar_amount_off: parseNumber(values.dollar_amount_off),
    percent_off: parseNumber(values.percent_off),
    usage_limit: parseNumber(values.usage_limit),
    starts_at:
      isExisting && starts_at === firstDay(before.starts_at, zone)
        ? before.starts_at
        : parseStartOfDay(starts_at, zone),
    expires_at:
      isExisting && expires_at === lastDay(before.expires_at, zone)
        ? before.expires_at
        : parseStartOfDay(expires_at, zone, 1),
    once_per_customer: values.once_per_customer === '1',
    enabled: values.enabled === '1',
  }
}
