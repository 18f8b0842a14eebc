import type { DateRange } from '#modules/checkout/invoices/generate-fields.shared.tsx'
import { addDays } from '#platform/zone.ts'

/** The first and last day of the month before `today`. Dates are YYYY-MM-DD. */
export function lastMonth(today: string): DateRange {
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}
