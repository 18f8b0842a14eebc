import type { CodeCounts } from './phone-code.sql.ts'

/** Wrong codes that one code bears; after that another one must be sent. */
export const triesOfCode = 5

/** Enough for a check in every hour of a long day with some that were lost, and too few to pester anyone or to run up a bill. */
export const codeLimits = {
  secondsBetween: 30,
  course: 15,
  student: 20,
  number: 20,
  number_hour: 6,
  organization_hour: 500,
} as const

/** Why no code may be sent now: `soon` for half a minute, `many` for hours; null where one may be. */
export function limitReached({ since, ...counts }: CodeCounts): 'soon' | 'many' | null {
  const { secondsBetween, ...limits } = codeLimits
  if (since !== null && since < secondsBetween) return 'soon'
  const reached = (Object.keys(limits) as (keyof typeof limits)[]).some((key) => counts[key] >= limits[key])
  return reached ? 'many' : null
}
