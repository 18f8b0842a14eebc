import { addDays, dayIn, instantAt } from '#platform/zone.ts'
import { weekDay } from './period.shared.ts'

export const repeats = ['daily', 'weekly', 'monthly'] as const
type Repeats = (typeof repeats)[number]

/** The times of a schedule, in its time zone. */
export type ScheduleTimes = {
  readonly repeats: Repeats
  /** 1 is Monday. */
  readonly week_day: number | null
  /** The last day in a shorter month. */
  readonly month_day: number | null
  readonly at_time: string
  readonly time_zone: string
}

/** The longest month, plus a day on either side for time zones. */
const daysAhead = 33

/** The first time after a given instant. */
export function nextTime(times: ScheduleTimes, after: Date): Date {
  const today = dayIn(times.time_zone, after)
  for (let n = -1; n <= daysAhead; n++) {
    const instant = timeOnDay(times, addDays(today, n))
    if (instant && instant > after) return instant
  }
  throw new Error(`no time of ${JSON.stringify(times)} after ${after.toISOString()}`)
}

/** The last time at or before a given instant. */
export function lastTime(times: ScheduleTimes, until: Date): Date {
  const today = dayIn(times.time_zone, until)
  for (let n = 1; n >= -daysAhead; n--) {
    const instant = timeOnDay(times, addDays(today, n))
    if (instant && instant <= until) return instant
  }
  throw new Error(`no time of ${JSON.stringify(times)} until ${until.toISOString()}`)
}

function timeOnDay({ repeats, week_day, month_day, at_time, time_zone }: ScheduleTimes, day: string): Date | null {
  if (repeats === 'weekly' && weekDay(day) !== week_day) return null
  if (repeats === 'monthly' && Number(day.slice(8)) !== Math.min(month_day ?? 1, lastOfMonth(day))) return null
  return instantAt(time_zone, day, at_time)
}

const lastOfMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
