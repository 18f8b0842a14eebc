import { formatLocale } from './locale-format.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const numeric = '2-digit'
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  formats.set(zone, format)
  return format
}

const quarterMs = 15 * 60_000
const offsets = new Map<string, number>()
const maxOffsets = 5_000

/** The zone's offset from UTC at an instant, in milliseconds. Clock changes fall on a quarter hour. */
function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / quarterMs)
  const key = `${zone} ${quarter}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  if (offsets.size >= maxOffsets) offsets.clear()
  const offset = measureOffset(zone, quarter * quarterMs)
  offsets.set(key, offset)
  return offset
}

function measureOffset(zone: string, instant: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** The calendar day (YYYY-MM-DD) in the zone at an instant. */
export function dayIn(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString().slice(0, 10)
}

/** The first instant of a calendar day in a zone. */
export function startOfDay(zone: string, day: string): Date {
  const wallTime = Date.parse(`${day}T00:00:00Z`)
  const guess = wallTime - offsetAt(zone, wallTime)
  // The guess may be on the other side of a clock change; its own offset is the right one.
  return new Date(wallTime - offsetAt(zone, guess))
}

/**
 * The instant of a local time (HH:MM) on a day in a zone. A skipped time moves later by the length of the gap; an
 * ambiguous time means its first occurrence.
 */
export function instantAt(zone: string, day: string, time: string): Date {
  const wallTime = Date.parse(`${day}T${time}:00Z`)
  const candidates = [-1, 1].map((side) => wallTime - offsetAt(zone, wallTime + side * 86_400_000))
  const matches = candidates.filter((index) => index + offsetAt(zone, index) === wallTime)
  // Before a forward change the offset is smaller, which gives the later instant.
  return new Date(matches.length > 0 ? Math.min(...matches) : Math.max(...candidates))
}

/** The zone's local time at an instant, as a Date whose UTC parts are the local ones. */
export const wallClock = (zone: string, instant: Date): Date =>
  new Date(instant.getTime() + offsetAt(zone, instant.getTime()))

/** An instant with the offset of the zone: '2026-11-25T09:00:00-05:00'. */
export function isoIn(zone: string, instant: Date): string {
  const minutes = offsetAt(zone, instant.getTime()) / 60_000
  const twoDigits = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const minutesAway = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(minutesAway / 60)}:${twoDigits(minutesAway % 60)}`
  return `${wallClock(zone, instant).toISOString().slice(0, 19)}${offset}`
}

/** Whether the runtime knows this zone. */
export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** The same day of a later month, or its last day where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

/** The day this many days later (earlier for a negative number). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The zone of organizations without a setting. */
export const defaultZone = 'America/New_York'

/** The legal day of an instant, or a plain day unchanged: YYYY-MM-DD. */
export function legalDay(value: string | Date, zone: string = defaultZone): string {
  if (typeof value === 'string' && value.length === 10) return value
  return dayIn(zone, new Date(value))
}

/** The zone of the visited organization. */
export const zoneOf = ({ organization }: { organization: { time_zone: string } }): string => organization.time_zone

/** Today in an organization's zone: decides what is due, expired or still ahead. */
export const todayOf = ({ now, organization }: { now: Date; organization: { time_zone: string } }): string =>
  legalDay(now, organization.time_zone)

/** The time of an instant, with its zone: '9:04:05 PM EST'. */
export const timeIn = (zone: string, instant: string | Date, locale: string): string =>
  new Date(instant).toLocaleTimeString(formatLocale(locale), {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  })
