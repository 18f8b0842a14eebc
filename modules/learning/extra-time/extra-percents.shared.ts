/** The offered additions to a time limit, in percent. */
export const extraPercents = [25, 50, 100, 200, 300] as const
