/** The types that can travel from the server to an island: JSON, and Date. */
export type Wire<T> = T extends string | number | boolean | null | undefined | Date
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : never

/** Writes JSON plus Date. `$` is the tag key; objects that own a `$` key are escaped. */
export function encode(value: unknown): string {
  // Calling a replacer for each value costs JSON more than the writing.
  if (isPlain(value)) return JSON.stringify(value)
  return JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    const raw = this[key]
    if (raw instanceof Date) return { $: 'date', v: raw.getTime() }
    if (plain && typeof plain === 'object' && !Array.isArray(plain) && '$' in plain) {
      return { $: 'obj', v: Object.entries(plain) }
    }
    return plain
  })
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return !(value instanceof Date) && !('$' in value) && Object.values(value).every(isPlain)
}

/** Reads what `encode` wrote; an invalid Date stays an invalid Date. */
export function decode<T>(text: string): T {
  return JSON.parse(text, (_key, value) => {
    if (value?.$ === 'date') return new Date(value.v ?? Number.NaN)
    if (value?.$ === 'obj') return Object.fromEntries(value.v)
    return value
  })
}
