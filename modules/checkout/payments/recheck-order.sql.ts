import type { Ctx } from '#platform/ctx.ts'

/**
 * Whether an open attempt (`called_at`, `checked_at`) is due for a check: with every sweep within its first hour, then
 * after a quarter of its age, at least hourly.
 */
export const isDueAgain = (sql: Ctx['sql']) => sql`
  (checked_at is null or called_at > platform.now() - interval '1 hour'
   or checked_at <= platform.now() - least((checked_at - called_at) / 4, interval '1 hour'))`

/** The order of checks: every attempt gets its turn, even if many others stay open. */
export const leastRecentlyChecked = (sql: Ctx['sql']) => sql`checked_at nulls first, called_at`
