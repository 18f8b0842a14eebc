import { dateFormat, formatLocale } from '#platform/locale-format.ts'
import { type Locale, localize, productLocale, type Text, texts } from '#platform/texts.ts'

/** Support hours: on these days (1 is Monday) from one time to another, in a time zone. */
export type SupportHours = { days: readonly number[]; from: string; until: string; timezone: string }

/** The product's default hours: Mon-Fri 9-5 EST. */
export const defaultHours: SupportHours = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  until: '17:00',
  timezone: 'America/New_York',
}

/** The time zones available for support hours. */
export const supportZones: Readonly<Record<string, Text>> = texts({
  'America/New_York': ['EST', 'hora del Este'],
  'America/Chicago': ['CST', 'hora del Centro'],
  'America/Denver': ['MST', 'hora de la Montaña'],
  'America/Phoenix': ['Arizona time', 'hora de Arizona'],
  'America/Los_Angeles': ['PST', 'hora del Pacífico'],
  'America/Anchorage': ['Alaska time', 'hora de Alaska'],
  'Pacific/Honolulu': ['Hawaii time', 'hora de Hawái'],
  'America/Puerto_Rico': ['Puerto Rico time', 'hora de Puerto Rico'],
})

export const hoursTexts = texts({
  usual: ['Mon-Fri 9-5 EST', 'Lunes a viernes, de 9 a.m. a 5 p.m., hora del Este'],
  short: ['{days} {times} {zone}', '{days}, {times} ({zone})'],
  sentence: ['Support is available {days}, {times} {zone}.', 'Soporte atiende {days}, {times} ({zone}).'],
  closed: [
    "Support is closed right now. We'll reply when it opens again.",
    'Soporte está cerrado en este momento. Le responderemos cuando vuelva a abrir.',
  ],
  dayRange: ['{from}-{until}', 'de {from} a {until}'],
  dayList: ['{days}', 'los {days}'],
  everyDay: ['every day', 'todos los días'],
  times: ['{from}-{until}', 'de {from} a {until}'],
  midnight: ['midnight', 'medianoche'],
})

// 1 January 2024 was a Monday.
const dayName = (day: number, locale: Locale) =>
  dateFormat(locale, {
    weekday: locale === 'es-es' ? 'long' : 'short',
    timeZone: 'UTC',
  }).format(Date.UTC(2024, 0, day))

function formatDays(days: readonly number[], locale: Locale): string {
  if (days.length === 7) return localize(locale, hoursTexts.everyDay)
  const [from, until] = [days[0]!, days.at(-1)!]
  if (days.length > 2 && until - from === days.length - 1)
    return localize(locale, hoursTexts.dayRange, { from: dayName(from, locale), until: dayName(until, locale) })
  // In Spanish lists, days are plural: 'los sábados y domingos'.
  const plural = (name: string) => (locale === 'es-es' && !name.endsWith('s') ? `${name}s` : name)
  const names = days.map((day) => plural(dayName(day, locale)))
  const list = new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(names)
  return localize(locale, hoursTexts.dayList, { days: list })
}

/** Formats a time: '9 a.m.', '9:30 a.m.' */
function formatTime(time: string, locale: Locale): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (hour === 24) return localize(locale, hoursTexts.midnight)
  // Added languages use the format of their own country.
  if (locale !== productLocale(locale))
    return dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1, hour, minute))
  const dayPeriod = hour < 12 ? 'a.m.' : 'p.m.'
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`} ${dayPeriod}`
}

function formatParts({ days, from, until, timezone }: SupportHours, locale: Locale) {
  const times = { from: formatTime(from, locale), until: formatTime(until, locale) }
  return {
    days: formatDays(days, locale),
    times: localize(locale, hoursTexts.times, times),
    zone: localize(locale, supportZones[timezone] ?? [timezone, timezone]),
  }
}

/** The hours as a sentence: 'Support is available Mon-Fri, 9 a.m.-5 p.m. EST.' */
export const formatHoursSentence = (hours: SupportHours, locale: Locale): string =>
  localize(locale, hoursTexts.sentence, formatParts(hours, locale))

/** The hours in short form, for display beside a phone number. */
export const formatHours = (hours: SupportHours, locale: Locale): string =>
  isDefault(hours) ? localize(locale, hoursTexts.usual) : localize(locale, hoursTexts.short, formatParts(hours, locale))

const isDefault = ({ days, from, until, timezone }: SupportHours): boolean =>
  days.join() === defaultHours.days.join() &&
  from === defaultHours.from &&
  until === defaultHours.until &&
  timezone === defaultHours.timezone

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Whether support is open at an instant, in its own time zone. */
export function isOpen({ days, from, until, timezone }: SupportHours, instant: Date): boolean {
  const parts = dateFormat('en-us', {
    timeZone: timezone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const time = `${part('hour')}:${part('minute')}`
  return days.includes(weekdays.indexOf(part('weekday')) + 1) && from <= time && time < until
}
