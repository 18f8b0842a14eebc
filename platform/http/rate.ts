import type { RateClass } from '../operation.ts'
import { openRecentMap } from '../recent-map.ts'

/** Calls a minute that one caller may make, and how many at once before that rate holds. */
const limits: Record<RateClass, { perMinute: number; burst: number }> = {
  read: { perMinute: 600, burst: 200 },
  write: { perMinute: 240, burst: 80 },
  beat: { perMinute: 60, burst: 30 },
  money: { perMinute: 20, burst: 10 },
  'sign-in': { perMinute: 30, burst: 20 },
  // Ten an hour: what a visitor needs who makes one account, and no way to find out who has one.
  guess: { perMinute: 10 / 60, burst: 10 },
  export: { perMinute: 10, burst: 5 },
  // Each is decoded in full: seconds of a core for the largest.
  picture: { perMinute: 6, burst: 6 },
}

export type RateLimiter = { admits(rate: RateClass, caller: string): boolean }

/** A token bucket a caller and class, in this process; sign-in has its own throttle in the database besides. */
export function openRateLimiter(now: () => number, factor = 1): RateLimiter {
  const buckets = openRecentMap<string, { tokens: number; at: number }>(50_000)
  return {
    admits(rate, caller) {
      const { perMinute, burst } = limits[rate]
      const key = `${rate} ${caller}`
      const at = now()
      const known = buckets.get(key)
      const bucket = known ?? { tokens: burst * factor, at }
      const tokens = Math.min(burst * factor, bucket.tokens + ((at - bucket.at) * perMinute * factor) / 60_000)
      // Changed in its place: what lives as long as a bucket is dear to collect.
      bucket.tokens = tokens >= 1 ? tokens - 1 : tokens
      bucket.at = at
      if (!known) buckets.set(key, bucket)
      return tokens >= 1
    },
  }
}

export const unlimited: RateLimiter = { admits: () => true }
