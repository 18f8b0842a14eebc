import { addDays } from '#platform/zone.ts'

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const date = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The nth (from 1) weekday (0 is Sunday) of a month. */
function nthWeekday(year: number, month: number, dayOfWeek: number, n: number): string {
  const first = date(year, month, 1)
  return addDays(first, ((dayOfWeek - weekday(first) + 7) % 7) + 7 * (n - 1))
}

function lastMonday(year: number, month: number): string {
  const last = date(year, month + 1, 0)
  return addDays(last, -((weekday(last) + 6) % 7))
}

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday (5 U.S.C. 6103). */
function observedDay(day: string): string {
  const dayOfWeek = weekday(day)
  if (dayOfWeek === 6) return addDays(day, -1)
  return dayOfWeek === 0 ? addDays(day, 1) : day
}

/** The federal holidays observed in a year; New Year's may be observed in the year before. */
export function federalHolidays(year: number): string[] {
  const fixed = [date(year, 1, 1), date(year, 6, 19), date(year, 7, 4), date(year, 11, 11), date(year, 12, 25)]
  return [
    ...fixed.map(observedDay),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastMonday(year, 5),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    nthWeekday(year, 11, 4, 4),
  ]
}

/** Monday to Friday, except federal holidays. `day` is YYYY-MM-DD. */
export function isBusinessDay(day: string): boolean {
  const year = Number(day.slice(0, 4))
  const holidays = [...federalHolidays(year), ...federalHolidays(year + 1)]
  return weekday(day) % 6 !== 0 && !holidays.includes(day)
}

/** The nth business day after a day, not counting the day itself. */
export function businessDayAfter(day: string, n: number): string {
  let current = day
  for (let remaining = n; remaining > 0; ) {
    current = addDays(current, 1)
    if (isBusinessDay(current)) remaining -= 1
  }
  return current
}
