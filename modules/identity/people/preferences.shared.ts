import { type Locale, localize, type Text } from '#platform/texts.ts'

/** The time zones of our users; other zones in a profile are kept. */
export const timezones: Readonly<Record<string, Text>> = {
  UTC: ['UTC', 'UTC'],
  'America/New_York': ['Eastern Time', 'Hora del Este'],
  'America/Chicago': ['Central Time', 'Hora del Centro'],
  'America/Denver': ['Mountain Time', 'Hora de la Montaña'],
  'America/Phoenix': ['Arizona', 'Arizona'],
  'America/Los_Angeles': ['Pacific Time', 'Hora del Pacífico'],
  'America/Anchorage': ['Alaska', 'Alaska'],
  'Pacific/Honolulu': ['Hawaii', 'Hawái'],
  'America/Puerto_Rico': ['Puerto Rico', 'Puerto Rico'],
}

/** The zones offered to organizations: legal dates are days of a place, and UTC is not one. */
export const placeZones = Object.entries(timezones).filter(([name]) => name !== 'UTC')

/** The display name of a zone; its own name if there is none. */
export function zoneName(zone: string, locale: Locale): string {
  const name = timezones[zone]
  return name ? localize(locale, name) : zone
}

export const dateFormats = ['mm-dd-yyyy', 'dd-mm-yyyy', 'yyyy-mm-dd'] as const
