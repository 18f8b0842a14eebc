import { openRecentMap } from '../recent-map.ts'

export type KeptMap<V extends { readonly length: number }> = {
  get(key: string): V | undefined
  /** Keeps the value, unless it is too long, and answers it. */
  keep(key: string, value: V): V
}

/** What was drawn, by everything that it was drawn from: `most` entries, each with its key `longest` long at most. */
export function openKept<V extends { readonly length: number }>(limits: { most: number; longest: number }): KeptMap<V> {
  const kept = openRecentMap<string, V>(limits.most)
  return {
    get: kept.get,
    keep(key, value) {
      if (key.length + value.length <= limits.longest) kept.set(key, value)
      return value
    },
  }
}
