/**
 * The time zones in which agencies count days and hours: those of the state capitals, and Washington's for federal
 * agencies.
 */
const zones: Readonly<Record<string, readonly string[]>> = {
  'America/Chicago': ['AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS', 'ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI'],
  'America/Denver': ['CO', 'ID', 'MT', 'NM', 'UT', 'WY'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'NV', 'OR', 'WA'],
  'America/Anchorage': ['AK'],
  'Pacific/Honolulu': ['HI'],
}
const byState = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.map((state) => [state, zone] as const)),
)

/** The zone in which the agencies of a state (two letters, or '' for none) count days. */
export const agencyZone = (state_code: string): string => byState.get(state_code) ?? 'America/New_York'

/** The zone of a program, whose id begins with its state. */
export const programZone = (program_id: string | null): string =>
  agencyZone((program_id ?? '').slice(0, 2).toUpperCase())
