import type { Ctx } from '#platform/ctx.ts'

/**
 * Whether an open try (`called_at`, `checked_at`) is to be asked about again: with every sweep within its first hour, then
 * after a quarter of its age, at least once an hour.
 */
export const isDueAgain = (sql: Ctx['sql']) => sql`
  (checked_at is null or called_at > platform.now() - interval '1 hour'
   or checked_at <= platform.now() - least((checked_at - called_at) / 4, interval '1 hour'))`

/** Each try has its turn, however many others no one decides about. */
export const longestUnasked = (sql: Ctx['sql']) => sql`checked_at nulls first, called_at`
