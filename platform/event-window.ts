/** Seconds until an event at `at` is no longer in a window of the same length as the one that begins at `since`. */
export const secondsInWindow = (since: Date, instant: Date): number => (instant.getTime() - since.getTime()) / 1000
