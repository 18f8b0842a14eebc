/** How many days staff can add at a time. */
export const mostDays = 90
/** How far from now an extension can move the end of a course. */
export const mostDaysAhead = 365
