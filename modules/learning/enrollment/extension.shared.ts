/** How many days staff can add at a time. */
export const maxDays = 90
/** How far from now an extension can move the end of a course. */
export const maxDaysAhead = 365
