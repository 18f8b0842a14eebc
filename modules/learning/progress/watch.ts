/** The record of one student's video; milliseconds, `reported_ms` by the database's clock. */
export type WatchRecord = { duration_ms: number; played_ms: number; slack_ms: number; reported_ms: number }
export type WatchedRange = { from_ms: number; to_ms: number }

/**
 * The slack for reports that arrive unevenly: this much more than the elapsed time is accepted once, and accumulates
 * again with time.
 */
export const maxSlack = 2_000
/** Unused time stays valid this long, for reports delayed by a bad network. */
const maxUnused_ms = 300_000
/** The share of a video that must be seen, and the share of its length that must have elapsed. */
const requiredShare = 0.95

export type AcceptedWatch = { ranges: WatchedRange[] } & Omit<WatchRecord, 'duration_ms'>

/**
 * The part of a report that can have been watched: at most the elapsed time plus slack, regardless of the playback
 * speed. `unseen` is the part that was not accepted before. A larger report does not count yet. `reported_ms` advances
 * by the playing time, so that the time of a late report is not lost.
 */
export function acceptWatched(watching: WatchRecord, unseen: readonly WatchedRange[], now_ms: number): AcceptedWatch {
  const { duration_ms, ...record } = watching
  const elapsed_ms = Math.max(0, now_ms - watching.reported_ms)
  const ranges = unseen.flatMap((range) => clipToVideo(range, duration_ms))
  const claimedMs = ranges.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)
  if (claimedMs > watching.slack_ms + elapsed_ms) return { ranges: [], ...record }
  const played = Math.min(elapsed_ms, claimedMs + maxSlack - watching.slack_ms)
  return {
    ranges,
    played_ms: watching.played_ms + played,
    slack_ms: watching.slack_ms + played - claimedMs,
    reported_ms: Math.max(watching.reported_ms + played, now_ms - maxUnused_ms),
  }
}

function clipToVideo({ from_ms, to_ms }: WatchedRange, duration_ms: number): WatchedRange[] {
  const clipped = { from_ms: Math.max(0, Math.round(from_ms)), to_ms: Math.min(duration_ms, Math.round(to_ms)) }
  return clipped.to_ms > clipped.from_ms ? [clipped] : []
}

/** Whether a video counts as watched: at least 95 % of it was seen, in at least 95 % of its length in real time. */
export const isWatched = (covered_ms: number, played_ms: number, duration_ms: number): boolean =>
  covered_ms >= requiredShare * duration_ms && played_ms >= requiredShare * duration_ms
