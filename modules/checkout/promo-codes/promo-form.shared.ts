import { withPoint } from '#platform/money.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import type { SavedPromoCode } from './promo-code.schema.ts'

/** The day of an instant; for an end, the last valid day (YYYY-MM-DD in the zone). */
export const firstDay = (instant: string | null, zone: string): string =>
  instant === null ? '' : dayIn(zone, new Date(instant))
export const lastDay = (instant: string | null, zone: string): string =>
  instant === null ? '' : dayIn(zone, new Date(Date.parse(instant) - 1))

/** The first moment of a typed day plus a number of days; anything else is passed on for the operation to refuse. */
function instantOf(typed: string, zone: string, later = 0): string {
  if (Number.isNaN(Date.parse(`${typed}T00:00:00Z`))) return typed
  return startOfDay(zone, addDays(typed, later)).toISOString()
}

/** Undefined for an empty field; anything that is not a number becomes one that the operation refuses. */
function numberOf(typed = ''): number | undefined {
  if (typed.trim() === '') return undefined
  const number = Number(withPoint(typed))
  return Number.isFinite(number) ? number : -1
}

/** A code from its form, with days of the zone. An instant within a day stays unchanged while the day does. */
export function draftOf(values: Readonly<Record<string, string>>, before: SavedPromoCode | null, zone: string) {
  const { code = '', starts_at = '', expires_at = '' } = values
  const keeps = before !== null
  return {
    promo_code_id: before?.promo_code_id,
    code,
    website_id: numberOf(values.website_id),
    dollar_amount_off: numberOf(values.dollar_amount_off),
    percent_off: numberOf(values.percent_off),
    usage_limit: numberOf(values.usage_limit),
    starts_at: keeps && starts_at === firstDay(before.starts_at, zone) ? before.starts_at : instantOf(starts_at, zone),
    expires_at:
      keeps && expires_at === lastDay(before.expires_at, zone) ? before.expires_at : instantOf(expires_at, zone, 1),
    once_per_customer: values.once_per_customer === '1',
    enabled: values.enabled === '1',
  }
}
