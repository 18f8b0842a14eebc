/** The number of wrong attempts that a code allows; after that a new code must be sent. */
export const maxCodeTries = 5

/** Enough for a check every hour of a long day and some lost codes, but too few to harass anyone or run up a bill. */
export const codeLimits = {
  secondsBetween: 30,
  course: 15,
  student: 20,
  number: 20,
  number_hour: 6,
  organization_hour: 500,
} as const
