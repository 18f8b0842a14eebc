/** The maximum number of days that staff can add at a time. */
export const maxDays = 90
/** The maximum number of days from now to which an extension can move the end of a course. */
export const maxDaysAhead = 365
