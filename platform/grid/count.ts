import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { openRecentMap, type RecentMap } from '#platform/recent-map.ts'
import type { GridSource } from './grid-source.ts'
import type { Count } from './keyset.ts'
import type { GridQuery } from './query.ts'
import { allRowsSql } from './rows.ts'

/** The largest exact count; above it the planner's estimate is returned. */
const maxExactCount = 10_000

/** The number of rows of the query: exact up to `maxExactCount`, which bounds the cost, otherwise an estimate. */
async function countRows(sql: Sql, grid: GridSource, scope: readonly number[], query: GridQuery): Promise<Count> {
  const rows = allRowsSql(sql, grid, scope, query)
  const [row] = await sql<{
    n: number
  }>`select count(*)::int as n from (${rows} limit ${maxExactCount + 1}::int) bounded`
  const n = row?.n ?? 0
  if (n <= maxExactCount) return { count: n, estimated: false }
  const [plan] = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`explain (format json) ${rows}`
  return { count: Math.max(n, plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0), estimated: true }
}

const cacheMs = 30_000
const maxStored = 500
type CountCache = RecentMap<string, { readonly count: Count; readonly until: number }>
const caches = new WeakMap<Sql, CountCache>()

/**
 * `countRows` with estimates cached for half a minute: they are rough anyway, and finding out again that there are more
 * than ten thousand rows would take most of a page's time.
 */
export async function countFor(ctx: Ctx, grid: GridSource, query: GridQuery): Promise<Count> {
  const { scope } = ctx.organization
  const list = JSON.stringify([grid.calls.fetch, scope, query.search, query.filters])
  const cache: CountCache = caches.get(ctx.sql) ?? openRecentMap(maxStored)
  const cached = cache.get(list)
  const now = ctx.now.getTime()
  if (cached && now < cached.until) return cached.count
  const count = await countRows(ctx.sql, grid, scope, query)
  if (count.estimated) cache.set(list, { count, until: now + cacheMs })
  caches.set(ctx.sql, cache)
  return count
}
