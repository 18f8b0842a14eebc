import { openRecentMap } from '#platform/recent-map.ts'
import type { Component } from './component.schema.ts'
import type { CourseVersion } from './version.schema.ts'

export type CachedVersion = { version: CourseVersion; components: readonly Component[] }

// A course of four hours takes about 1 MB.
const cache = openRecentMap<number, CachedVersion>(40)

/** The version if this process has cached it. */
export const findCachedVersion = (course_version_id: number): CachedVersion | undefined => cache.get(course_version_id)

/**
 * Caches a published version for the life of the process. Drafts may change, and a version published in a running
 * transaction may be rolled back: neither is cached.
 */
export function cacheVersion(cachedVersion: CachedVersion, now: Date): CachedVersion {
  const { course_version_id, published_at } = cachedVersion.version
  if (published_at === null || published_at >= now) return cachedVersion
  cache.set(course_version_id, deepFreeze(cachedVersion))
  return cachedVersion
}

/** Clears the cache, for tests that use several databases in one process. */
export const clearVersionCache = (): void => cache.clear()

// All requests share the object, so a caller that writes to it must fail immediately.
function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}
