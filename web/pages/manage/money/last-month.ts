import type { Days } from '../../../../modules/checkout/invoices/generate-fields.shared.tsx'

/** The first and the last day of the month before, in UTC, as YYYY-MM-DD. */
export function lastMonth(now: Date): Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) }
}
