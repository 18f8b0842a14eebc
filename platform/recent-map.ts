/** A map with at most `most` entries, which keeps at least the most recently used half. */
export type RecentMap<K, V> = {
  get(key: K): V | undefined
  set(key: K, value: V): void
  clear(): void
}

/**
 * Two generations instead of an order of use: a hit moves an entry from the previous to the current generation; when
 * that is full, the previous one is dropped. Reordering a map at every use would constantly rebuild its table and keys,
 * which live long enough to be expensive to collect.
 */
export function openRecentMap<K, V>(max: number): RecentMap<K, V> {
  let present = new Map<K, V>()
  let older = new Map<K, V>()
  const set = (key: K, value: V) => {
    present.set(key, value)
    if (present.size < max / 2) return
    older = present
    present = new Map()
  }
  return {
    get(key) {
      const value = present.get(key)
      if (value !== undefined) return value
      const before = older.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
    clear() {
      present.clear()
      older.clear()
    },
  }
}
