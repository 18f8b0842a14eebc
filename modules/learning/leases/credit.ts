import type { Lease, LeaseEnd, RangeEnd } from './lease.sql.ts'

/** A beat credits at most this much, however long ago the one before was. */
export const longestCredit = 20_000

/** What a beat does to a lease: the instants in milliseconds by the database's clock. */
export type Credit = {
  /** The end of what is credited so far. */
  credited_to: number
  /** No one has touched anything for longer than the course allows. */
  idle: boolean
}

/**
 * The rule of a beat: it credits the time since the last one, at most 20 s, and none after the idle limit.
 * `interacted_ms_ago` is the client's claim of the last move, press or key.
 */
export function creditOf(lease: Lease, interacted_ms_ago: number): Credit {
  const { beat_ms, now_ms, idle_limit_ms } = lease
  const interacted = Math.max(lease.interacted_ms, now_ms - interacted_ms_ago)
  const active_to = idle_limit_ms === null ? now_ms : interacted + idle_limit_ms
  const reached = Math.min(now_ms, beat_ms + longestCredit, active_to)
  return {
    credited_to: Math.max(beat_ms, reached),
    idle: active_to < now_ms,
  }
}

/** Why a lease's time ends now: a page that had been silent before was left then, regardless of what happens to its lease later. */
export function rangeEndOf({ beat_ms, now_ms }: Lease, because: LeaseEnd | 'continued'): RangeEnd {
  return because !== 'idle' && now_ms - beat_ms > longestCredit ? 'silent' : because
}
