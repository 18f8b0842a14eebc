import { withPoint } from '../../../platform/money.ts'
import type { SavedPromoCode } from './promo-code.schema.ts'

const day = 24 * 60 * 60_000

/** The day on which an instant lies; of an end, the last day that still counts (UTC, YYYY-MM-DD). */
export const firstDay = (instant: string | null): string => instant?.slice(0, 10) ?? ''
export const lastDay = (instant: string | null): string =>
  instant === null ? '' : new Date(Date.parse(instant) - 1).toISOString().slice(0, 10)

/** Where a typed day begins and where it ends; anything else goes on as it is, for the operation to refuse. */
const beginOf = (typed: string): string => instantOf(typed, 0)
const endOf = (typed: string): string => instantOf(typed, day)

function instantOf(typed: string, more: number): string {
  const at = Date.parse(`${typed}T00:00:00Z`)
  return Number.isNaN(at) ? typed : new Date(at + more).toISOString()
}

/** Nothing where nothing was typed; what is no number becomes one that the operation refuses in its own words. */
function numberOf(typed = ''): number | undefined {
  if (typed.trim() === '') return undefined
  const number = Number(withPoint(typed))
  return Number.isFinite(number) ? number : -1
}

/** A code as its form was sent. An instant within a day stays as it was while the day stays. */
export function draftOf(values: Readonly<Record<string, string>>, before: SavedPromoCode | null) {
  const { code = '', starts_at = '', expires_at = '' } = values
  const keeps = before !== null
  return {
    promo_code_id: before?.promo_code_id,
    code,
    website_id: numberOf(values.website_id),
    dollar_amount_off: numberOf(values.dollar_amount_off),
    percent_off: numberOf(values.percent_off),
    usage_limit: numberOf(values.usage_limit),
    starts_at: keeps && starts_at === firstDay(before.starts_at) ? before.starts_at : beginOf(starts_at),
    expires_at: keeps && expires_at === lastDay(before.expires_at) ? before.expires_at : endOf(expires_at),
    once_per_customer: values.once_per_customer === '1',
    enabled: values.enabled === '1',
  }
}
