/** What is known of one video of one student; milliseconds, `reported_ms` by the database's clock. */
export type Watching = { duration_ms: number; played_ms: number; slack_ms: number; reported_ms: number }
export type WatchedRange = { from_ms: number; to_ms: number }

/** Reports do not arrive evenly: this much more than the passed time is believed, once, and earned back by waiting. */
export const mostSlack = 2_000
/** Share of a video that must be seen, and share of its length that must have passed here meanwhile. */
export const enough = 0.95

export type Watched = { ranges: WatchedRange[]; played_ms: number; slack_ms: number }

/**
 * What of the reported ranges can have been watched since the last report: no more of the video than time has passed
 * (the slack aside), whatever speed the player claims. A report of more than that counts nothing.
 */
export function believe(watching: Watching, reported: readonly WatchedRange[], now_ms: number): Watched {
  const passed = Math.max(0, now_ms - watching.reported_ms)
  const ranges = reported.flatMap((range) => within(range, watching.duration_ms))
  const claimed = ranges.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)
  const slack = watching.slack_ms + passed - claimed
  if (slack < 0) return { ranges: [], played_ms: watching.played_ms, slack_ms: Math.min(mostSlack, watching.slack_ms) }
  return {
    ranges,
    played_ms: watching.played_ms + Math.min(claimed, passed),
    slack_ms: Math.min(mostSlack, slack),
  }
}

function within({ from_ms, to_ms }: WatchedRange, duration_ms: number): WatchedRange[] {
  const cut = { from_ms: Math.max(0, Math.round(from_ms)), to_ms: Math.min(duration_ms, Math.round(to_ms)) }
  return cut.to_ms > cut.from_ms ? [cut] : []
}

/** Whether a video counts as watched: 95 % of it seen, in at least 95 % of its length of real time. */
export const isWatched = (covered_ms: number, played_ms: number, duration_ms: number): boolean =>
  covered_ms >= enough * duration_ms && played_ms >= enough * duration_ms
