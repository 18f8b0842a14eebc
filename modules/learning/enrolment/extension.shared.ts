/** How many days staff give at a time. */
export const mostDays = 90
/** How far ahead the end of a course can be moved by giving more days, from now. */
export const mostDaysAhead = 365
