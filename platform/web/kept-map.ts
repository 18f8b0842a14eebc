export type KeptMap<V extends { readonly length: number }> = {
  get(key: string): V | undefined
  /** Keeps the value, unless it is too long, and answers it. */
  keep(key: string, value: V): V
}

/** What was drawn, by everything that it was drawn from: `most` entries, each with its key `longest` long at most. */
export function openKept<V extends { readonly length: number }>(limits: { most: number; longest: number }): KeptMap<V> {
  const kept = new Map<string, V>()
  // Re-inserted so that the map stays in order of use and the least used leaves first.
  const renew = (key: string, value: V) => {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > limits.most) kept.delete(kept.keys().next().value!)
    return value
  }
  return {
    get(key) {
      const value = kept.get(key)
      return value === undefined ? undefined : renew(key, value)
    },
    keep: (key, value) => (key.length + value.length > limits.longest ? value : renew(key, value)),
  }
}
