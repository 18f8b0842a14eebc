/** The time for a whole quiz in seconds; null without a limit. The server enforces it; pages show it. */
export const secondsAllowed = ({ timer }: Timed): number | null => (timer.active ? timer.seconds : null)

/** Seconds after the end of a limit during which the server still accepts late requests from slow networks. */
export const graceSeconds = 2

type Timed = { timer: { active: boolean; seconds: number } }
