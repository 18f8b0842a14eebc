/** An all-day event (YYYY-MM-DD). */
type DayEvent = { uid: string; day: string; next_day: string; summary: string; url: string }

type Calendar = { name: string; made_at: Date; events: readonly DayEvent[] }

const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const dateOf = (day: string): string => day.replaceAll('-', '')

/** An iCalendar file (RFC 5545) of all-day events. */
export function writeCalendar({ name, made_at, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waypost//Deadlines//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap(({ uid, day, next_day, summary, url }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${stampOf(made_at)}`,
      `DTSTART;VALUE=DATE:${dateOf(day)}`,
      `DTEND;VALUE=DATE:${dateOf(next_day)}`,
      `SUMMARY:${escapeText(summary)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Escapes commas, semicolons, backslashes and line breaks, which are special characters. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n')

/** Folds lines longer than 75 bytes; continuation lines start with a space. Characters are not split. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
