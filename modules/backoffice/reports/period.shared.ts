import { addDays } from '#platform/zone.ts'

/**
 * The periods of the form: a schedule covers different days each time. Its days must be over, so that none is sent twice
 * or never; people who look at a report expect today as well.
 */
export const periods = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  '30-days-with-today',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
] as const
export type Period = (typeof periods)[number]

/** First and last day, inclusive; null is open. */
export type Days = { readonly from: string | null; readonly to: string | null }

/** The days of a period, relative to a day. Weeks start on Monday. */
export function daysOf(period: Period, today: string): Days {
  const yesterday = addDays(today, -1)
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: yesterday, to: yesterday }
    case 'last-7-days':
      return { from: addDays(today, -7), to: yesterday }
    case 'last-30-days':
      return { from: addDays(today, -30), to: yesterday }
    case '30-days-with-today':
      return { from: addDays(today, -29), to: today }
    case 'last-week': {
      const monday = addDays(today, 1 - weekDay(today))
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    }
    case 'this-month':
      return { from: firstOfMonth, to: today }
    case 'last-month': {
      const last = addDays(firstOfMonth, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'this-year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}

/** 1 is Monday, 7 is Sunday. */
export const weekDay = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
