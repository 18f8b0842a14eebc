import type { Lease, LeaseEnd, RangeEnd } from './lease.sql.ts'

/** A beat credits at most this much, however long ago the previous one was. */
export const maxCredit = 20_000

/** A beat's effect on a lease; instants in milliseconds by the database's clock. */
export type Credit = {
  /** The end of the credited time. */
  credited_to: number
  /** True after no interaction for longer than the course allows. */
  idle: boolean
}

/**
 * The rule for a beat: it credits the time since the previous one, at most 20 s, and nothing after the idle limit.
 * `interacted_ms_ago` is the client's claim of the last movement, press or key.
 */
export function creditOf(lease: Lease, interacted_ms_ago: number): Credit {
  const { beat_ms, now_ms, idle_limit_ms } = lease
  const lastInteraction = Math.max(lease.interacted_ms, now_ms - interacted_ms_ago)
  const active_to = idle_limit_ms === null ? now_ms : lastInteraction + idle_limit_ms
  const reached = Math.min(now_ms, beat_ms + maxCredit, active_to)
  return {
    credited_to: Math.max(beat_ms, reached),
    idle: active_to < now_ms,
  }
}

/**
 * The reason why a lease's time ends now: if the page was silent before, it was left then, whatever happens to its
 * lease later.
 */
export function rangeEndOf({ beat_ms, now_ms }: Lease, because: LeaseEnd | 'continued'): RangeEnd {
  return because !== 'idle' && now_ms - beat_ms > maxCredit ? 'silent' : because
}
