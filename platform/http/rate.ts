import type { Sql } from '../db/sql.ts'
import type { RateClass } from '../operation.ts'
import { openRecentMap } from '../recent-map.ts'

/** Calls a minute that one caller may make, and how many at once before that rate holds. */
type Limit = { perMinute: number; burst: number }

const limits: Record<RateClass, Limit> = {
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

/** Counted by all processes together, since each more process would be as many more tries. */
const shared: ReadonlySet<RateClass> = new Set(['guess', 'money', 'sign-in'])

export type RateLimiter = { admits(rate: RateClass, caller: string): boolean | Promise<boolean> }

/** A token bucket for each caller and class, in this process. */
export function openRateLimiter(now: () => number, factor = 1) {
  const buckets = openRecentMap<string, { tokens: number; at: number }>(50_000)
  return {
    admits(rate: RateClass, caller: string): boolean {
      const { perMinute, burst } = limits[rate]
      const key = `${rate} ${caller}`
      const at = now()
      const bucket = buckets.get(key) ?? { tokens: burst * factor, at }
      const tokens = Math.min(burst * factor, bucket.tokens + ((at - bucket.at) * perMinute * factor) / 60_000)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      return tokens >= 1
    },
  }
}

/** As `openRateLimiter`, but for the classes that all processes on the database count together. */
export function openSharedRateLimiter(sql: Sql, now: () => number): RateLimiter {
  const own = openRateLimiter(now)
  return {
    admits: (rate, caller) =>
      shared.has(rate) ? takeToken(sql, limits[rate], `${rate} ${caller}`) : own.admits(rate, caller),
  }
}

/** One statement: callers of one key take turns at its row. A refused call changes nothing, so waiting is enough. */
async function takeToken(sql: Sql, { perMinute, burst }: Limit, key: string): Promise<boolean> {
  const refilled = sql`least(${burst}::double precision,
    b.tokens + extract(epoch from platform.now() - b.at) * ${perMinute / 60}::double precision)`
  const taken = await sql`
    insert into platform.rate_limit as b (key, tokens, at)
    values (${key}, ${burst - 1}::double precision, platform.now())
    on conflict (key) do update set tokens = ${refilled} - 1, at = platform.now()
    where ${refilled} >= 1
    returning key`
  return taken.length === 1
}

/** Forgets callers whose buckets are full again: after an hour every one is. */
export const forgetOldRates = ({ sql }: { sql: Sql }): Promise<unknown> =>
  sql`delete from platform.rate_limit where at < platform.now() - interval '1 hour'`

export const unlimited: RateLimiter = { admits: () => true }
