import type { CodeCounts } from './phone-code.sql.ts'

/** How many wrong attempts a code allows; after that a new one must be sent. */
export const triesOfCode = 5

/** Enough for a check every hour of a long day and some lost codes, but too few to pester anyone or run up a bill. */
export const codeLimits = {
  secondsBetween: 30,
  course: 15,
  student: 20,
  number: 20,
  number_hour: 6,
  organization_hour: 500,
} as const

/** The reason why no code may be sent now: `soon` for half a minute, `many` for hours; null if one may be. */
export function limitReached({ since, ...counts }: CodeCounts): 'soon' | 'many' | null {
  const { secondsBetween, ...limits } = codeLimits
  if (since !== null && since < secondsBetween) return 'soon'
  const reached = (Object.keys(limits) as (keyof typeof limits)[]).some((key) => counts[key] >= limits[key])
  return reached ? 'many' : null
}
