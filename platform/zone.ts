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

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** The calendar day (YYYY-MM-DD) that the zone's clocks show at an instant. */
export function dayIn(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString().slice(0, 10)
}

/** The first moment of a calendar day in a zone. */
export function startOfDay(zone: string, day: string): Date {
  const shown = Date.parse(`${day}T00:00:00Z`)
  const guess = shown - offsetAt(zone, shown)
  // The guess may lie on the other side of a change of the clocks; its own offset is the right one.
  return new Date(shown - offsetAt(zone, guess))
}

/** The day so many days later (earlier for a negative number). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The zone of an organization that has named no other. */
export const defaultZone = 'America/New_York'

/** The legal day of an instant, or a plain day as it is: YYYY-MM-DD. */
export function legalDay(value: string | Date, zone: string = defaultZone): string {
  if (typeof value === 'string' && value.length === 10) return value
  return dayIn(zone, new Date(value))
}

/** The zone of the visited organization. */
export const zoneOf = ({ organization }: { organization: { time_zone?: string } }): string =>
  organization.time_zone ?? defaultZone

/** Today by the clocks of an organization: what is due, too old or still to come is told by this. */
export const todayOf = ({ now, organization }: { now: Date; organization: { time_zone?: string } }): string =>
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
