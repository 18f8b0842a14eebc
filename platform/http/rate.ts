import type { Sql } from '#platform/db/sql.ts'
import { type Rate, type RateClass, rateOf } from '#platform/rate-class.ts'
import { openRecentMap } from '#platform/recent-map.ts'

export type RateLimiter = {
  admits(rate: RateClass, caller: string): boolean | Promise<boolean>
  /** The state of the caller's limit, for headers; not for limits that all processes count together. */
  left?(rate: RateClass, caller: string): RateLeft | null
  /** Seconds until a refused caller is admitted again. */
  wait(rate: RateClass, caller: string): number | Promise<number>
}

/** A limit, its remaining calls, and the seconds until all are available again. */
export type RateLeft = { name: string; limit: number; window: number; remaining: number; whole_in: number }

/** The headers of draft-ietf-httpapi-ratelimit-headers: the limit, and the remaining calls. */
export function rateHeaders({ name, limit, window, remaining, whole_in }: RateLeft): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${window}`,
    ratelimit: `"${name}";r=${remaining};t=${whole_in}`,
  }
}

/** A token bucket per caller and class, in this process. */
export function openRateLimiter(now: () => number, factor = 1) {
  const buckets = openRecentMap<string, { tokens: number; at: number }>(50_000)
  return {
    admits(rate: RateClass, caller: string): boolean {
      const { name, perMinute, burst } = rateOf(rate)
      const key = `${name} ${caller}`
      const startedAt = now()
      const bucket = buckets.get(key) ?? { tokens: burst * factor, at: startedAt }
      const tokens = Math.min(burst * factor, bucket.tokens + ((startedAt - bucket.at) * perMinute * factor) / 60_000)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: startedAt })
      return tokens >= 1
    },
    left(rate: RateClass, caller: string): RateLeft {
      const { name, perMinute, burst } = rateOf(rate)
      const limit = Math.floor(burst * factor)
      const each = 60 / (perMinute * factor)
      const bucket = buckets.get(`${name} ${caller}`)
      const refilled = bucket ? bucket.tokens + (now() - bucket.at) / 1000 / each : limit
      const tokens = Math.min(limit, refilled)
      const window = Math.ceil(limit * each)
      return { name, limit, window, remaining: Math.floor(tokens), whole_in: Math.ceil((limit - tokens) * each) }
    },
    wait(rate: RateClass, caller: string): number {
      const { name, perMinute } = rateOf(rate)
      const { tokens, at } = buckets.get(`${name} ${caller}`) ?? { tokens: 1, at: now() }
      return secondsLeft(tokens, perMinute * factor, (now() - at) / 1000)
    },
  }
}

/** Whole seconds (at least one) until a bucket with this many tokens some seconds ago has a whole one. */
const secondsLeft = (tokens: number, perMinute: number, elapsed: number): number =>
  Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute - elapsed))

/** Like `openRateLimiter`, for classes that all processes on the database count together. */
export function openSharedRateLimiter(sql: Sql, now: () => number): RateLimiter {
  const localLimiter = openRateLimiter(now)
  return {
    admits(rate, caller) {
      const limit = rateOf(rate)
      return limit.shared ? takeToken(sql, limit, `${limit.name} ${caller}`) : localLimiter.admits(rate, caller)
    },
    left: (rate, caller) => (rateOf(rate).shared ? null : localLimiter.left(rate, caller)),
    wait(rate, caller) {
      const limit = rateOf(rate)
      return limit.shared ? waitForToken(sql, limit, `${limit.name} ${caller}`) : localLimiter.wait(rate, caller)
    },
  }
}

/**
 * One statement: requests with the same key serialize on its row. A refused call changes nothing, so waiting is enough.
 */
async function takeToken(sql: Sql, { perMinute, burst }: Rate, key: string): Promise<boolean> {
  const refilled = sql`least(${burst}::double precision,
    b.tokens + extract(epoch from platform.now() - b.at) * ${perMinute / 60}::double precision)`
  const rows = await sql`
    insert into platform.rate_limit as b (key, tokens, at)
    values (${key}, ${burst - 1}::double precision, platform.now())
    on conflict (key) do update set tokens = ${refilled} - 1, at = platform.now()
    where ${refilled} >= 1
    returning key`
  return rows.length === 1
}

async function waitForToken(sql: Sql, { perMinute }: Rate, key: string): Promise<number> {
  const [bucket] = await sql<{ tokens: number; ago: number }>`
    select tokens, extract(epoch from platform.now() - at)::double precision as ago
    from platform.rate_limit where key = ${key}`
  return bucket ? secondsLeft(bucket.tokens, perMinute, bucket.ago) : 1
}

/** Deletes callers whose buckets are full again; after an hour all are. */
export const deleteOldRates = ({ sql }: { sql: Sql }): Promise<unknown> =>
  sql`delete from platform.rate_limit where at < platform.now() - interval '1 hour'`

export const unlimited: RateLimiter = { admits: () => true, wait: () => 0 }
